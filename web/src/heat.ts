// SPDX-License-Identifier: MIT
// Over time, the busiest links, or the ranks of a many-core chip: a row each, a column for each chunk, in the
// picture's colours and scale.
import { scaleEnd } from "./colours";
import { chunkAt, Quantity } from "./data";
import { h } from "./dom";
import { quantity as quantityText, time as timeText } from "./format";
import type { Item } from "./scene";
import { css, placeOf, scaleColour } from "./palette";
import type { Viewer } from "./viewer";

const kRow = 13; // pixels: a name fits
const kLeastRow = 2;
const kBottom = 20;

export class HeatPanel {
  readonly element = h("div", { class: "over-time" });
  private canvas = h("canvas", { class: "ranks", tabindex: "0", role: "application",
    "aria-label": "Values over time. Up and down pin a row, left and right move the time." });
  private says = h("div", { class: "tip", hidden: true });
  private title = h("div", { class: "note" }, "\u00a0");
  private rows: { name: string; item: Item; curve: number[] }[] = [];
  private q: Quantity | undefined;
  private left = 100;

  constructor(private v: Viewer) {
    this.element.append(h("div", { class: "row" }, this.title), this.canvas, this.says);
    this.canvas.addEventListener("click", (e) => {
      const at = this.at(e);
      if (at) void v.set({ time: at.time, pin: this.rows[at.row].item });
    });
    this.canvas.addEventListener("pointermove", (e) => this.hover(e));
    this.canvas.addEventListener("pointerleave", () => (this.says.hidden = true));
    this.canvas.addEventListener("keydown", (e) => {
      const keys: Record<string, () => void> = {
        ArrowUp: () => this.next(-1), ArrowDown: () => this.next(1), ArrowLeft: () => v.step(-1), ArrowRight: () => v.step(1),
      };
      if (!keys[e.key]) return;
      keys[e.key]();
      e.preventDefault();
    });
  }

  // Of the links in order, as many as there is space for.
  async show(order: (q: Quantity) => Promise<number[]>): Promise<void> {
    const { model, state, header } = this.v;
    if (header.kind === "manycore") return this.showRanks();
    const over = model.quantitiesOf(["links"]).filter((q) => q.time);
    this.q = over.find((q) => q.id === state.links) ?? over[0];
    const rows = Math.max(1, Math.floor((this.canvas.clientHeight - kBottom) / kRow));
    const own = header.own_links ?? Infinity;
    const links = (await order(this.q)).filter((l) => !model.row || model.row[l] < own).slice(0, rows);
    this.rows = await Promise.all(links.map(async (id) => ({ name: model.linkName(id), item: { kind: "links" as const, id }, curve: await model.curve(this.q!, id) })));
    this.draw();
  }
  // The mean of each rank's elements.
  private async showRanks(): Promise<void> {
    const { model, header } = this.v;
    this.q = model.quantitiesOf(["routers"]).find((q) => q.time)!;
    this.rows = [];
    for (let r = 0; r < header.network.routers; ++r) {
      const rank = model.coordinate(r, 0);
      const curve = await model.curve(this.q, r);
      const row = (this.rows[rank] ??= { name: `rank ${rank}`, item: { kind: "routers", id: r }, curve: curve.map(() => 0) });
      const pipes = header.network.routers / header.network.axes.length;
      curve.forEach((x, c) => (row.curve[c] += x / pipes));
    }
    this.draw();
  }
  private get high(): number {
    return Math.max(kLeastRow, Math.min(kRow, (this.canvas.clientHeight - kBottom) / this.rows.length));
  }

  private get axis() {
    return this.v.header.axes![this.q!.axis!];
  }
  private next(by: number): void {
    const row = this.rows[Math.min(this.rows.length - 1, Math.max(0, this.rows.findIndex((r) => this.pinned(r.item)) + by))];
    if (row) void this.v.set({ pin: row.item });
  }
  private pinned(item: Item): boolean {
    return this.v.state.pin?.kind === item.kind && this.v.state.pin.id === item.id;
  }

  draw(): void {
    const { v, canvas } = this;
    const ratio = window.devicePixelRatio, w = canvas.clientWidth, tall = canvas.clientHeight;
    if (!w || !tall || !this.q) return;
    canvas.width = w * ratio;
    canvas.height = tall * ratio;
    const g = canvas.getContext("2d")!;
    g.scale(ratio, ratio);
    g.font = "11px sans-serif";
    this.left = Math.min(w / 3, 10 + Math.max(...this.rows.map((r) => g.measureText(r.name).width)));
    const high = this.high, every = Math.ceil((kRow - 1) / high);
    const q = this.q, theme = v.state.theme;
    const end = scaleEnd(v, q, Math.max(0, ...this.rows.flatMap((r) => r.curve.map(Math.abs))), q.time_most!);
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
    const x = (t: number) => this.left + (t / v.end()) * (w - this.left);
    this.rows.forEach(({ name, item, curve }, row) => {
      curve.forEach((value, c) => {
        g.fillStyle = css(scaleColour(theme, q.difference, placeOf(value / end, q.difference, v.state.log)));
        const from = x(this.axis.begin[c]);
        g.fillRect(from, row * high, Math.min(w, x(this.axis.end[c])) - from + 0.5, high > 5 ? high - 1 : high + 0.3);
      });
      const pinned = this.pinned(item);
      g.fillStyle = g.strokeStyle = ink;
      g.textAlign = "right";
      g.font = pinned ? "bold 11px sans-serif" : "11px sans-serif";
      if (row % every === 0) g.fillText(name, this.left - 6, row * high + Math.max(9, high - 3), this.left - 8);
      if (pinned) g.strokeRect(this.left + 1, row * high, w - this.left - 2, Math.max(2, high - 1));
    });
    g.font = "11px sans-serif";
    const below = this.rows.length * high;
    for (let k = 0; k <= 4; ++k) {
      g.textAlign = k === 0 ? "left" : k === 4 ? "right" : "center";
      g.fillText(timeText((v.end() * k) / 4, v.header.time_unit ?? "ps"), x((v.end() * k) / 4), below + 14);
    }
    if (v.state.time !== null) g.strokeRect(x(v.state.time), 0, 0, below);
    const what = v.header.kind === "manycore" ? "ranks, mean of their elements" : `the ${this.rows.length} links with the most`;
    this.title.textContent = `${q.name}: ${what}; colours from 0 to ${quantityText(end, q.unit)}`;
  }

  private at(e: MouseEvent): { row: number; time: number } | null {
    const row = Math.floor(e.offsetY / this.high);
    if (e.offsetX < this.left || row < 0 || row >= this.rows.length) return null;
    return { row, time: ((e.offsetX - this.left) / (this.canvas.clientWidth - this.left)) * this.v.end() };
  }
  private hover(e: PointerEvent): void {
    const at = this.at(e);
    this.says.hidden = !at;
    if (!at) return;
    const c = chunkAt(this.axis, at.time), unit = this.v.header.time_unit ?? "ps";
    this.says.textContent = `${this.rows[at.row].name}, ${timeText(this.axis.begin[c], unit)} to ${timeText(this.axis.end[c], unit)}: ` +
      `${this.q!.name} ${quantityText(this.rows[at.row].curve[c], this.q!.unit)}`;
    this.says.style.left = `${Math.max(0, Math.min(e.offsetX + 12, this.canvas.clientWidth - 330))}px`;
    this.says.style.top = `${e.offsetY + 36}px`;
  }
}
