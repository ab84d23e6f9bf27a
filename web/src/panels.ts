// SPDX-License-Identifier: MIT
// The panels below: what happened, curves, the busiest links, ranks, a deadlock, circuits.
import { drawCurves } from "./curves";
import { Quantity, shareOf } from "./data";
import { choice, h } from "./dom";
import { HeatPanel } from "./heat";
import { digits, quantity as quantityText, time as timeText } from "./format";
import type { State } from "./model";
import { RankPanel } from "./ranks";
import type { Viewer } from "./viewer";

const kRows = 100;

export class Panels {
  readonly element = h("section", { class: "panel", "aria-label": "Details" });
  private tabs: [string, string][] = [];
  private list = h("div", { role: "tablist" });
  private body = h("div", { role: "tabpanel", tabindex: "0", id: "panel" });
  private group = "";
  private top: number[] = [];
  private ranks: RankPanel | null = null;
  private heat: HeatPanel | null = null;
  private due = 0;

  constructor(private v: Viewer) {
    const head = v.header;
    const tabs: [string, string, unknown][] = [
      ["facts", head.summary ? "Summary" : "Facts", true], ["curves", "Curves", head.series?.some((s) => s.group !== "power" && s.group !== "links asleep")],
      ["energy", "Energy", head.series?.some((s) => s.group === "power" || s.group === "links asleep") || v.model.quantity("links-watts")],
      ["links", "Busiest links", head.network.links && v.model.quantitiesOf(["links"]).length],
      ["heat", head.kind === "manycore" ? "Ranks over time" : "Links over time",
        (head.kind === "manycore" || head.network.links) && v.model.quantitiesOf([head.kind === "manycore" ? "routers" : "links"]).some((q) => q.time)], ["ranks", "Ranks", head.ranks],
      ["deadlock", "Deadlock", head.cycle?.length || head.report?.length], ["circuits", "Circuits", head.circuits?.length],
    ];
    this.tabs = tabs.filter((t) => t[2]).map((t) => [t[0], t[1]]);
    for (const [id, name] of this.tabs) {
      this.list.append(h("button", { role: "tab", id: "tab-" + id, "aria-controls": "panel", onclick: () => void v.set({ tab: id }) }, name));
    }
    this.list.addEventListener("keydown", (e) => {
      const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (!by) return;
      const now = this.tabs.findIndex((t) => t[0] === this.shown());
      const next = this.tabs[(now + by + this.tabs.length) % this.tabs.length][0];
      void v.set({ tab: next }).then(() => document.getElementById("tab-" + next)?.focus());
      e.preventDefault();
    });
    this.element.append(this.list, this.body);
    new ResizeObserver(() => this.later()).observe(this.body);
  }

  private shown(): string {
    const { tab } = this.v.state;
    return this.tabs.some((t) => t[0] === tab) ? tab : this.tabs[0][0];
  }
  private later(): void {
    window.clearTimeout(this.due);
    this.due = window.setTimeout(() => void this.show(this.shown()), 80);
  }

  async changed(change: Partial<State>): Promise<void> {
    const tab = this.shown();
    if ("tab" in change || "theme" in change) return this.show(tab);
    const live: Record<string, (keyof State)[]> = {
      links: ["time", "links", "pin", "hidden"], heat: ["time", "links", "pin", "hidden", "scale", "log"], curves: ["time"], energy: ["time"], ranks: ["time", "pin"], deadlock: ["step"], circuits: ["circuit"],
    };
    if (!live[tab]?.some((k) => k in change)) return;
    if (tab === "ranks" && this.ranks) return this.ranks.draw();
    if (tab === "heat" && this.heat && !("links" in change) && !("hidden" in change)) return this.heat.draw();
    await this.show(tab);
  }

  async show(tab: string): Promise<void> {
    const now = this.tabs.some((t) => t[0] === tab) ? tab : this.tabs[0][0];
    for (const b of this.list.children) {
      const on = b.id === "tab-" + now;
      b.setAttribute("aria-selected", String(on));
      (b as HTMLElement).tabIndex = on ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", "tab-" + now);
    if (now !== "ranks") this.ranks = null;
    if (now !== "heat") this.heat = null;
    if (now === "facts") this.facts();
    else if (now === "curves" || now === "energy") this.curves(now === "energy");
    else if (now === "links") await this.links();
    else if (now === "ranks") await this.showRanks();
    else if (now === "heat") await this.showHeat();
    else if (now === "deadlock") this.deadlock();
    else this.circuits();
  }

  private facts(): void {
    const { header } = this.v;
    const missing = (header.missing ?? []).map((m) => h("li", {}, `${m.what}: `, h("code", {}, m.setting)));
    this.body.replaceChildren(...[
      header.complete === false ? h("p", { class: "warning" }, "This run ended early: all values are of the part that was run.") : null,
      header.summary ? h("pre", {}, header.summary) : null,
      h("table", {}, h("tbody", {}, ...(header.facts ?? []).filter(([name]) => !header.summary || name === "over time").map(([name, value]) => h("tr", {}, h("td", {}, name), h("td", {}, value))))),
      missing.length ? h("p", {}, "Not in this view, with the setting that collects it:") : null,
      missing.length ? h("ul", {}, ...missing) : null,
    ].filter((e) => e !== null));
  }

  private curves(energy: boolean): void {
    const series = this.v.header.series ?? [];
    const ofEnergy = (g: string) => g === "power" || g === "links asleep";
    const groups = [...new Set(series.map((s) => s.group))].filter((g) => ofEnergy(g) === energy);
    if (!groups.length) {
      this.body.replaceChildren(h("p", {}, "This run kept no power over time. ", ...(this.v.header.missing ?? []).filter((m) => /watt|sleep/.test(m.what)).map((m) => h("span", {}, `${m.what}: `, h("code", {}, m.setting), " "))));
      return;
    }
    if (!groups.includes(this.group)) this.group = groups[0];
    const chosen = series.filter((s) => s.group === this.group);
    const box = h("div", {});
    this.body.replaceChildren(choice("Curves of", groups.map((g) => [g, g]), this.group, (g) => {
      this.group = g;
      this.curves(energy);
    }), box);
    const height = Math.max(130, this.body.clientHeight - 82);
    drawCurves(this.v, box, chosen[0].axis, chosen, Math.max(300, this.body.clientWidth - 30), height);
  }

  private async order(of?: Quantity): Promise<number[]> {
    const { model, state, header } = this.v;
    const q = of ?? model.quantity(state.links) ?? model.quantitiesOf(["links"])[0];
    const time = of ? null : state.time;
    const { bytes } = await model.values(q, time);
    const exact = time === null && !q.difference && q.total ? await model.data.get(q.total) : null;
    const size = (l: number) => (exact ? exact[l] : q.difference ? Math.abs(shareOf(bytes[l], true)) : bytes[l]);
    const hidden = header.network.classes.map((c) => state.hidden.includes(c));
    const least: number[] = [];
    // The largest, by one pass with a floor that rises.
    let floor = -1;
    for (let l = 0; l < bytes.length; ++l) {
      const s = size(l);
      if (s <= floor || hidden[model.linkClass[l]]) continue;
      least.push(l);
      if (least.length >= 8 * kRows) {
        least.sort((a, b) => size(b) - size(a) || a - b);
        least.length = kRows;
        floor = size(least[kRows - 1]);
      }
    }
    least.sort((a, b) => size(b) - size(a) || a - b);
    return least.slice(0, kRows);
  }

  async pinNext(by: number): Promise<void> {
    this.top = await this.order();
    if (!this.top.length) return;
    const { pin } = this.v.state;
    const now = pin?.kind === "links" ? this.top.indexOf(pin.id) : -1;
    const next = now < 0 ? 0 : (now + by + this.top.length) % this.top.length;
    await this.v.set({ pin: { kind: "links", id: this.top[next] } });
  }

  private async links(): Promise<void> {
    const { v } = this;
    this.top = await this.order();
    const qs = v.model.quantitiesOf(["links"]);
    const focus = document.activeElement?.id;
    const rows = await Promise.all(this.top.map(async (l) => {
      const values = await Promise.all(qs.map((q) => v.model.value(q, l, v.state.time)));
      const pinned = v.state.pin?.kind === "links" && v.state.pin.id === l;
      return h("tr", { class: pinned ? "pinned" : undefined },
        h("td", {}, h("button", { id: "link-" + l, "aria-pressed": String(pinned), onclick: () => void v.set({ pin: pinned ? null : { kind: "links", id: l } }) }, v.model.linkName(l))),
        h("td", {}, v.header.network.classes[v.model.linkClass[l]] ?? ""),
        ...values.map((x, i) => h("td", { class: "number" }, quantityText(x, qs[i].unit))));
    }));
    this.body.replaceChildren(h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}, "link"), h("th", {}, "class"), ...qs.map((q) => h("th", { class: "number" }, q.name)))),
      h("tbody", {}, ...rows)));
    if (focus) document.getElementById(focus)?.focus();
  }

  private async showHeat(): Promise<void> {
    if (!this.heat) {
      this.heat = new HeatPanel(this.v);
      this.body.replaceChildren(this.heat.element);
    }
    await this.heat.show((q) => this.order(q));
  }

  private async showRanks(): Promise<void> {
    if (!this.ranks) {
      this.ranks = new RankPanel(this.v);
      this.body.replaceChildren(this.ranks.element);
      await this.ranks.load();
    }
    this.ranks.draw();
  }

  private deadlock(): void {
    const { v } = this;
    const cycle = v.header.cycle ?? [];
    const parts: Node[] = [];
    if (cycle.length) {
      const now = v.state.step % cycle.length;
      const go = (by: number) => () => void v.set({ step: (now + by + cycle.length) % cycle.length });
      parts.push(h("p", {}, h("button", { id: "cycle-back", onclick: go(-1) }, "Previous"), " ", h("button", { id: "cycle-on", onclick: go(1) }, "Next"), ` step ${now + 1} of ${cycle.length}`));
      parts.push(h("ol", {}, ...cycle.map((c, i) => h("li", { "aria-current": i === now ? "step" : undefined, style: i === now ? "font-weight:600" : undefined },
        `${v.model.routerName(c.from)} waits for ${v.model.routerName(c.to)}, virtual channel ${c.vc}` +
        (c.queued === undefined ? "" : `: full of ${digits(c.queued)} packets, since ${timeText(c.since ?? 0)}`)))));
    }
    if (v.header.report?.length) parts.push(h("pre", {}, v.header.report.join("\n")));
    const focus = document.activeElement?.id;
    this.body.replaceChildren(...parts);
    if (focus) document.getElementById(focus)?.focus();
  }

  private circuits(): void {
    const { v } = this;
    const all = v.header.circuits ?? [];
    const rows = all.slice(0, 1000).map((c, i) => h("tr", { class: v.state.circuit === i ? "pinned" : undefined },
      h("td", {}, h("button", { id: "circuit-" + i, "aria-pressed": String(v.state.circuit === i), onclick: () => void v.set({ circuit: v.state.circuit === i ? null : i }) }, `circuit ${i}`)),
      h("td", {}, `${v.model.routerName(v.model.from[c.links[0]])} → ${v.model.routerName(v.model.to[c.links[c.links.length - 1]])}`),
      h("td", { class: "number" }, String(c.links.length)), h("td", { class: "number" }, `${digits(c.mm)} mm`), h("td", { class: "number" }, String(c.round))));
    const focus = document.activeElement?.id;
    this.body.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, ...["circuit", "from, to", "channels", "length", "round"].map((t) => h("th", {}, t)))), h("tbody", {}, ...rows)));
    if (focus) document.getElementById(focus)?.focus();
  }
}
