// SPDX-License-Identifier: MIT
// The busiest links over time: a row each, a column for each chunk, in the picture's colours and scale.
import { scaleEnd } from "./colours";
import { chunkAt, Quantity } from "./data";
import { h } from "./dom";
import { quantity as quantityText, time as timeText } from "./format";
import { css, placeOf, scaleColour } from "./palette";
import type { Viewer } from "./viewer";

const kRow = 13; // pixels: a name fits
const kBottom = 20;

export class HeatPanel {
  readonly element = h("div", { class: "over-time" });
  private canvas = h("canvas", { class: "ranks", tabindex: "0", role: "application",
    "aria-label": "The busiest links over time. Up and down pin a link, left and right move the time." });
  private says = h("div", { class: "tip", hidden: true });
  private title = h("div", { class: "note" }, "\u00a0");
  private links: number[] = [];
  private curves: number[][] = [];
  private q: Quantity | undefined;
  private left = 100;

  constructor(private v: Viewer) {
    this.element.append(h("div", { class: "row" }, this.title), this.canvas, this.says);
    this.canvas.addEventListener("click", (e) => {
      const at = this.at(e);
      if (at) void v.set({ time: at.time, pin: { kind: "links", id: this.links[at.row] } });
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
    const { model, state } = this.v;
    const over = model.quantitiesOf(["links"]).filter((q) => q.time);
    this.q = over.find((q) => q.id === state.links) ?? over[0];
    const rows = Math.max(1, Math.floor((this.canvas.clientHeight - kBottom) / kRow));
    const own = this.v.header.own_links ?? Infinity;
    this.links = (await order(this.q)).filter((l) => !model.row || model.row[l] < own).slice(0, rows);
    this.curves = await Promise.all(this.links.map((l) => model.curve(this.q!, l)));
    this.draw();
  }

  private get axis() {
    return this.v.header.axes![this.q!.axis!];
  }
  private next(by: number): void {
    const { pin } = this.v.state;
    const now = pin?.kind === "links" ? this.links.indexOf(pin.id) : -1;
    const id = this.links[Math.min(this.links.length - 1, Math.max(0, now + by))];
    if (id !== undefined) void this.v.set({ pin: { kind: "links", id } });
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
    const names = this.links.map((l) => v.model.linkName(l));
    this.left = Math.min(w / 3, 10 + Math.max(...names.map((n) => g.measureText(n).width)));
    const q = this.q, theme = v.state.theme;
    const end = scaleEnd(v, q, Math.max(0, ...this.curves.flat().map(Math.abs)), q.time_most!);
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
    const x = (t: number) => this.left + (t / v.end()) * (w - this.left);
    this.curves.forEach((curve, row) => {
      curve.forEach((value, c) => {
        g.fillStyle = css(scaleColour(theme, q.difference, placeOf(value / end, q.difference, v.state.log)));
        const from = x(this.axis.begin[c]);
        g.fillRect(from, row * kRow, Math.min(w, x(this.axis.end[c])) - from + 0.5, kRow - 1);
      });
      const pinned = v.state.pin?.kind === "links" && v.state.pin.id === this.links[row];
      g.fillStyle = g.strokeStyle = ink;
      g.textAlign = "right";
      g.font = pinned ? "bold 11px sans-serif" : "11px sans-serif";
      g.fillText(names[row], this.left - 6, row * kRow + 10, this.left - 8);
      if (pinned) g.strokeRect(this.left + 1, row * kRow, w - this.left - 2, kRow - 1);
    });
    g.font = "11px sans-serif";
    const below = this.links.length * kRow;
    for (let k = 0; k <= 4; ++k) {
      g.textAlign = k === 0 ? "left" : k === 4 ? "right" : "center";
      g.fillText(timeText((v.end() * k) / 4, v.header.time_unit ?? "ps"), x((v.end() * k) / 4), below + 14);
    }
    if (v.state.time !== null) g.strokeRect(x(v.state.time), 0, 0, below);
    this.title.textContent = `${q.name}: the ${this.links.length} links with the most; colours from 0 to ${quantityText(end, q.unit)}`;
  }

  private at(e: MouseEvent): { row: number; time: number } | null {
    const row = Math.floor(e.offsetY / kRow);
    if (e.offsetX < this.left || row < 0 || row >= this.links.length) return null;
    return { row, time: ((e.offsetX - this.left) / (this.canvas.clientWidth - this.left)) * this.v.end() };
  }
  private hover(e: PointerEvent): void {
    const at = this.at(e);
    this.says.hidden = !at;
    if (!at) return;
    const c = chunkAt(this.axis, at.time), unit = this.v.header.time_unit ?? "ps";
    this.says.textContent = `${this.v.model.linkName(this.links[at.row])}, ${timeText(this.axis.begin[c], unit)} to ${timeText(this.axis.end[c], unit)}: ` +
      `${this.q!.name} ${quantityText(this.curves[at.row][c], this.q!.unit)}`;
    this.says.style.left = `${Math.max(0, Math.min(e.offsetX + 12, this.canvas.clientWidth - 330))}px`;
    this.says.style.top = `${e.offsetY + 36}px`;
  }
}
