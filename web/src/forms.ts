// SPDX-License-Identifier: MIT
// A form from the JSON schema of a configuration: a section at a time, each setting with its meaning, range
// and default. What is changed is written into the TOML text at its place; the text stays as its author
// wrote it otherwise.
import { h } from "./dom";

export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  pattern?: string;
  deprecated?: boolean;
  "x-type"?: string;
  "x-range"?: string;
}

// The value of a key in a section, as it is written; null: not there.
export function valueIn(text: string, section: string, key: string): string | null {
  let here = "";
  for (const line of text.split("\n")) {
    const head = line.match(/^\s*\[([^\[\]]+)\]/);
    if (head) here = head[1].trim();
    else if (/^\s*\[\[/.test(line)) here = "[[";
    const found = line.match(/^\s*([\w-]+)\s*=\s*(.*?)\s*(#.*)?$/);
    if (here === section && found && found[1] === key) return found[2];
  }
  return null;
}

// The text with this value at the key; null takes the key away.
export function withValue(text: string, section: string, key: string, value: string | null): string {
  const lines = text.split("\n");
  let here = "";
  let last = -1; // line of the section that has something
  for (let i = 0; i < lines.length; ++i) {
    const head = lines[i].match(/^\s*\[([^\[\]]+)\]/);
    if (head) here = head[1].trim();
    else if (/^\s*\[\[/.test(lines[i])) here = "[[";
    if (here !== section) continue;
    if (lines[i].trim()) last = i;
    const found = lines[i].match(/^(\s*([\w-]+)\s*=\s*)(.*?)(\s*#.*)?$/);
    if (!found || found[2] !== key) continue;
    if (value === null) lines.splice(i, 1);
    else lines[i] = `${found[1]}${value}${found[4] ?? ""}`;
    return lines.join("\n");
  }
  if (value === null) return text;
  if (last >= 0) lines.splice(last + 1, 0, `${key} = ${value}`);
  else {
    // Before the jobs, which come last.
    const jobs = lines.findIndex((l) => /^\s*\[\[/.test(l));
    lines.splice(jobs < 0 ? lines.length : jobs, 0, `[${section}]`, `${key} = ${value}`, "");
  }
  return lines.join("\n");
}

function plain(value: string | null): string {
  if (value === null) return "";
  const quoted = value.match(/^"(.*)"$/);
  return quoted ? quoted[1] : value;
}

export function forms(schema: Schema, read: () => string, write: (text: string) => void): { element: HTMLElement; show: () => void } {
  const follow = (s: Schema): Schema => (s.$ref ? (schema.$defs?.[s.$ref.replace("#/$defs/", "")] ?? {}) : s);
  // The kinds of a component, by the constant of `type`.
  const variants = (s: Schema): [string, Schema][] => {
    const all = (s.anyOf ?? s.oneOf ?? []).map(follow);
    return all.flatMap((v) => {
      const type = v.properties?.type?.const;
      return typeof type === "string" ? [[type, v] as [string, Schema]] : v.anyOf || v.oneOf ? variants(v) : [];
    });
  };
  const body = h("div", {});
  const sections = Object.entries(schema.properties ?? {}).filter(([name, s]) => {
    const f = follow(s);
    return name !== "jobs" && !s.deprecated && (f.properties || variants(f).length);
  });
  const pick = h("select", { id: "section", onchange: () => show() }, ...sections.map(([name]) => h("option", { value: name }, name)));
  pick.value = "topology";

  const field = (section: string, key: string, s: Schema): HTMLElement => {
    const id = `field-${section}-${key}`;
    const now = valueIn(read(), section, key);
    const set = (v: string | null) => write(withValue(read(), section, key, v));
    let input: HTMLElement;
    if (s.enum) {
      const select = h("select", { id, onchange: () => set(select.value === "" ? null : JSON.stringify(select.value)) },
        h("option", { value: "" }, `default${s.default === undefined ? "" : `: ${s.default}`}`), ...s.enum.map((e) => h("option", { value: String(e) }, String(e))));
      select.value = plain(now);
      input = select;
    } else if (s.type === "boolean") {
      const select = h("select", { id, onchange: () => set(select.value || null) },
        ...["", "true", "false"].map((v) => h("option", { value: v }, v || `default${s.default === undefined ? "" : `: ${s.default}`}`)));
      select.value = now ?? "";
      input = select;
    } else {
      const text = s.type === "string" || (s.anyOf?.length && !s.anyOf.some((x) => x.type === "number"));
      const box = h("input", { type: "text", id, value: s.type === "array" ? (now ?? "") : plain(now), placeholder: s.default === undefined ? "" : JSON.stringify(s.default).replace(/^"(.*)"$/, "$1"),
        onchange: () => set(box.value.trim() === "" ? null : text ? JSON.stringify(box.value.trim()) : /^[-+.\d[]/.test(box.value.trim()) && !/[a-zA-Z%]/.test(box.value.replace(/"[^"]*"/g, "")) ? box.value.trim() : JSON.stringify(box.value.trim())) });
      input = box;
    }
    return h("div", { class: "field" }, h("label", { for: id }, key), input,
      h("div", { class: "note" }, `${s.description ?? ""}${s["x-range"] ? ` (${s["x-range"]})` : ""}`));
  };

  function show(): void {
    const section = pick.value;
    const s = follow(schema.properties?.[section] ?? {});
    const kinds = variants(s);
    const parts: HTMLElement[] = [];
    let shape = s;
    if (kinds.length) {
      const now = plain(valueIn(read(), section, "type"));
      const select = h("select", { id: `field-${section}-type`, onchange: () => {
        write(withValue(read(), section, "type", JSON.stringify(select.value)));
        show();
      } }, h("option", { value: "" }, "choose…"), ...kinds.map(([type]) => h("option", { value: type }, type)));
      select.value = now;
      const chosen = kinds.find(([type]) => type === now);
      parts.push(h("div", { class: "field" }, h("label", { for: `field-${section}-type` }, "type"), select, h("div", { class: "note" }, chosen?.[1].description ?? "")));
      shape = chosen?.[1] ?? {};
    }
    for (const [key, raw] of Object.entries(shape.properties ?? {})) {
      const f = follow(raw);
      if (key === "type" || raw.deprecated || f.properties || f.$ref || variants(f).length) continue;
      parts.push(field(section, key, { ...f, ...raw }));
    }
    body.replaceChildren(h("fieldset", {}, h("legend", {}, `[${section}]`), ...parts));
  }
  show();
  const element = h("div", {}, h("p", {}, h("label", {}, "Settings of ", pick), h("span", { class: "note" }, " are written into the text.")), body);
  return { element, show };
}
