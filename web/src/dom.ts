// SPDX-License-Identifier: MIT
// Elements, made in one line each.

type Child = Node | string | null | undefined | false;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, unknown> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value as EventListener);
    else if (name === "value" && tag !== "option") (e as HTMLInputElement).value = String(value);
    else if (name === "checked") (e as HTMLInputElement).checked = Boolean(value);
    else e.setAttribute(name, value === true ? "" : String(value));
  }
  for (const c of children) if (c !== null && c !== undefined && c !== false) e.append(c);
  return e;
}

export function choice(label: string, options: [string, string][], chosen: string, change: (v: string) => void): HTMLLabelElement {
  const select = h("select", { onchange: () => change(select.value) });
  for (const [value, name] of options) select.append(h("option", { value, selected: value === chosen }, name));
  select.value = chosen;
  return h("label", {}, label + " ", select);
}

export function tick(label: string, on: boolean, change: (on: boolean) => void, swatch?: string): HTMLLabelElement {
  const box = h("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
  return h("label", {}, box, " ", swatch ? h("span", { class: "swatch", style: `background:${swatch}` }) : null, label);
}

export function save(name: string, content: Blob): void {
  const a = h("a", { href: URL.createObjectURL(content), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
