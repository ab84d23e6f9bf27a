// SPDX-License-Identifier: MIT
// The service's page: a form from the schema beside the configuration as text, which is what counts; checks
// while one types; runs, their progress and results; two of them compared.
import { h } from "./dom";
import { time as timeText } from "./format";
import { Schema, forms } from "./forms";

interface Run {
  id: string;
  name: string;
  asked: number;
  state: "waiting" | "running" | "finished" | "lost";
  progress?: string;
  why?: string;
  time_ps?: number;
  end_reason?: string;
  link_busy_ratio?: number;
}
interface Settings {
  schema?: Schema;
  presets?: { name: string; config: string }[];
  programs?: boolean;
  memory?: string;
  seconds?: number;
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const r = await fetch(path, body === undefined ? { cache: "no-store" } : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = (await r.json()) as T & { error?: string };
  if (!r.ok) throw new Error(answer.error ?? `the service answered ${r.status}`);
  return answer;
}

export function startService(app: HTMLElement, given: Record<string, unknown>): void {
  const settings = given as Settings;
  const presets = settings.presets ?? [];
  const stored = "kasuri-config";
  const text = h("textarea", { id: "config", spellcheck: "false", "aria-label": "Configuration (TOML)", "aria-describedby": "check" });
  text.value = localStorage.getItem(stored) ?? presets[0]?.config ?? "";
  const name = h("input", { type: "text", id: "name", value: "run", "aria-label": "Name of the run" });
  const statistics = h("input", { type: "checkbox", id: "statistics", checked: true });
  const check = h("pre", { id: "check", role: "status", "aria-live": "polite" });
  const start = h("button", { id: "start" }, "Run");
  const said = h("p", { role: "alert", class: "warning", id: "said" });
  const history = h("div", { id: "history" });
  let due = 0;
  let turn = 0;

  const look = async () => {
    const mine = ++turn;
    localStorage.setItem(stored, text.value);
    try {
      const found = await ask<{ ok: boolean; text: string }>("api/check", { config: text.value });
      if (mine !== turn) return;
      check.textContent = found.text;
      check.className = found.ok ? "" : "warning";
    } catch (e) {
      if (mine === turn) check.textContent = String(e instanceof Error ? e.message : e);
    }
  };
  const changed = () => {
    window.clearTimeout(due);
    due = window.setTimeout(() => void look(), 350);
  };
  text.addEventListener("input", () => {
    changed();
    form?.show();
  });
  const put = (config: string) => {
    text.value = config;
    changed();
  };
  const preset = h("select", { id: "preset", onchange: () => {
    const chosen = presets.find((p) => p.name === preset.value);
    if (!chosen) return;
    name.value = chosen.name.slice(0, 40);
    put(chosen.config);
    form?.show();
  } }, h("option", { value: "" }, "choose…"), ...presets.map((p) => h("option", { value: p.name }, p.name)));
  start.addEventListener("click", async () => {
    start.disabled = true;
    said.textContent = "";
    try {
      await ask("api/run", { name: name.value, config: text.value, statistics: statistics.checked });
      await list();
    } catch (e) {
      said.textContent = e instanceof Error ? e.message : String(e);
    }
    start.disabled = false;
  });

  const chosen = new Set<string>();
  const act = (label: string, id: string, verb: string) => h("button", { onclick: async () => {
    try {
      await ask(`api/runs/${id}/${verb}`, {});
      chosen.delete(id);
    } catch (e) {
      said.textContent = e instanceof Error ? e.message : String(e);
    }
    await list();
  }, "aria-label": `${label} ${id}` }, label);
  const row = (r: Run) => {
    const box = h("input", { type: "checkbox", "aria-label": `compare ${r.id}`, checked: chosen.has(r.id), disabled: r.state !== "finished", onchange: () => {
      if (box.checked) chosen.add(r.id);
      else chosen.delete(r.id);
      void list();
    } });
    const share = r.progress?.match(/^\s*(\d+) %/);
    const what: Record<Run["state"], (Node | string)[]> = {
      waiting: ["waits"],
      running: [h("progress", { max: "100", value: share ? share[1] : undefined, "aria-label": `progress of ${r.id}` }), " " + (r.progress ?? "begins")],
      finished: [`${r.end_reason ?? ""}, ${timeText(r.time_ps ?? 0)}, links ${((r.link_busy_ratio ?? 0) * 100).toFixed(1)} % busy`],
      lost: [h("span", { class: "warning" }, r.why ?? "lost")],
    };
    const links = [h("a", { href: `runs/${r.id}/config.toml` }, "configuration"), " ", h("a", { href: `runs/${r.id}/log` }, "log"), " "];
    if (r.state === "finished") links.unshift(h("a", { href: `runs/${r.id}/view` }, "view"), " ");
    return h("tr", {}, h("td", {}, box), h("td", {}, r.id), h("td", {}, ...what[r.state]), h("td", {}, ...links),
      h("td", {}, r.state === "running" || r.state === "waiting" ? act("Stop", r.id, "stop") : act("Delete", r.id, "delete")));
  };
  let shown = "";
  const list = async () => {
    let runs: Run[];
    try {
      runs = await ask<Run[]>("api/runs");
    } catch (e) {
      history.replaceChildren(h("p", { class: "warning" }, `The service does not answer: ${e instanceof Error ? e.message : e}`));
      shown = "";
      return;
    }
    const now = JSON.stringify([runs, [...chosen]]);
    if (now === shown) return;
    shown = now;
    const two = [...chosen].filter((id) => runs.some((r) => r.id === id));
    history.replaceChildren(
      two.length === 2 ? h("p", {}, h("a", { id: "compare", href: `compare/${two[0]}/${two[1]}` }, `Compare ${two[0]} with ${two[1]}`))
        : h("p", { class: "note" }, "Tick two finished runs to compare them."),
      runs.length ? h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "compare"), h("th", {}, "run"), h("th", {}, "state"), h("th", {}, "files"), h("th", {}, "act"))), h("tbody", {}, ...runs.map(row)))
        : h("p", {}, "No runs yet."));
  };

  const form = settings.schema ? forms(settings.schema, () => text.value, put) : null;
  app.replaceChildren(h("div", { class: "service" },
    h("header", {}, h("h1", {}, "Kasuri"),
      h("p", { class: "note" }, `Each run may take ${settings.seconds} s and ${settings.memory}; programs ${settings.programs ? "of the service's folder" : "are not run here"}.`)),
    h("main", {},
      h("section", { "aria-label": "Configuration" },
        h("p", {}, h("label", {}, "Preset ", preset)), text,
        h("p", {}, h("label", {}, "Name ", name), " ", h("label", {}, statistics, " statistics over time"), " ", start), said,
        h("h2", {}, "Check"), check),
      h("section", { "aria-label": "Settings" }, form?.element)),
    h("section", { "aria-label": "Runs" }, h("h2", {}, "Runs"), history)));
  void look();
  void list();
  window.setInterval(() => void list(), 1000);
  document.body.dataset.ready = "yes";
}
