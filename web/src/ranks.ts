// SPDX-License-Identifier: MIT
// Ranks over time: a row each (or several in one row of pixels), coloured by what they did; where the run
// recorded an interval, single calls, and messages as lines when few enough are in sight.
import { chunkAt } from "./data";
import { h } from "./dom";
import { time as timeText } from "./format";
import { activities, activityNames } from "./palette";
import type { Viewer } from "./viewer";

const kMostLines = 4000;
const kLeastHigh = 3; // pixels of a row with messages
const kLeft = 74;
const kBottom = 20;

export class RankPanel {
  readonly element = h("div", { class: "over-time" });
  private canvas = h("canvas", { class: "ranks", tabindex: "0", role: "application", "aria-label": "Ranks over time. Plus and minus zoom, arrow keys move, Enter pins the first rank in sight." });
  private says = h("div", { class: "tip", hidden: true });
  private from: number;
  private to: number;
  private first = 0;
  private rows: number;
  private chunks: Uint8Array | null = null;
  private spans: { rank: ArrayLike<number>; from: ArrayLike<number>; to: ArrayLike<number>; what: ArrayLike<number>; name: ArrayLike<number> } | null = null;
  private messages: ArrayLike<number>[] = [];
  private number: ArrayLike<number> = [];
  private node: ArrayLike<number> = [];
  private job: ArrayLike<number> = [];

  constructor(private v: Viewer) {
    this.from = v.header.timeline?.begin ?? 0;
    this.to = v.header.timeline?.end ?? v.end();
    this.rows = v.header.ranks ?? 0;
    const legend = activityNames.slice(1).map((name, i) => h("span", { class: "note" }, h("span", { class: "swatch", style: `background:${activities[i + 1]}` }), name));
    const whole = h("button", { title: "All ranks, all of the run", onclick: () => this.look(0, v.end(), 0, v.header.ranks ?? 0) }, "All");
    const near = h("button", { title: "So few ranks and so short a time that messages are drawn", onclick: () => this.nearMessages() }, "Messages");
    const hint = h("span", { class: "note" }, "wheel: time, with Shift: ranks");
    this.element.append(h("div", { class: "row" }, whole, v.model.data.has("message-from") ? near : null, ...legend, hint), this.canvas, this.says);
    this.canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.canvas.addEventListener("click", (e) => this.click(e));
    this.canvas.addEventListener("pointermove", (e) => this.hover(e));
    this.canvas.addEventListener("pointerleave", () => (this.says.hidden = true));
    this.canvas.addEventListener("keydown", (e) => this.key(e));
  }

  async load(): Promise<void> {
    const d = this.v.model.data;
    const get = async (name: string) => (d.has(name) ? await d.get(name) : null);
    this.chunks = (await get("rank-activity")) as Uint8Array | null;
    this.number = (await get("rank-number")) ?? [];
    this.node = (await get("rank-node")) ?? [];
    this.job = (await get("rank-job")) ?? [];
    if (!d.has("span-rank")) return;
    const [rank, from, to, what, name, ...messages] = await Promise.all(["span-rank", "span-from", "span-to", "span-activity", "span-name",
      "message-from", "message-to", "message-sent", "message-arrived"].map((n) => d.get(n)));
    this.spans = { rank, from, to, what, name };
    this.messages = messages;
  }

  look(from: number, to: number, first: number, rows: number): void {
    const ranks = this.v.header.ranks ?? 0;
    this.rows = Math.min(ranks, Math.max(1, rows));
    this.first = Math.min(ranks - this.rows, Math.max(0, first));
    const span = Math.min(this.v.end(), Math.max(1, to - from));
    this.from = Math.min(this.v.end() - span, Math.max(0, from));
    this.to = this.from + span;
    this.draw();
  }

  private x(t: number): number {
    return kLeft + ((t - this.from) / (this.to - this.from)) * (this.canvas.clientWidth - kLeft);
  }
  private get tall(): number {
    return this.canvas.clientHeight - kBottom;
  }
  private y(rank: number): number {
    return ((rank - this.first) / this.rows) * this.tall;
  }
  private timeAt(x: number): number {
    return this.from + ((x - kLeft) / (this.canvas.clientWidth - kLeft)) * (this.to - this.from);
  }
  private rankAt(y: number): number {
    return Math.min((this.v.header.ranks ?? 1) - 1, Math.floor(this.first + (y / this.tall) * this.rows));
  }

  draw(): void {
    const ratio = window.devicePixelRatio;
    const w = this.canvas.clientWidth, tall = this.canvas.clientHeight;
    if (!w || !tall) return;
    this.canvas.width = w * ratio;
    this.canvas.height = tall * ratio;
    const g = this.canvas.getContext("2d")!;
    g.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue("--ink").trim();
    g.font = "11px sans-serif";
    g.save();
    g.beginPath();
    g.rect(kLeft, 0, w - kLeft, this.tall);
    g.clip();
    this.drawChunks(g);
    if (this.spans) this.drawSpans(g);
    this.drawMarks(g, ink);
    g.restore();
    g.fillStyle = ink;
    for (let k = 0; k <= 4; ++k) {
      g.textAlign = k === 0 ? "left" : k === 4 ? "right" : "center";
      const t = this.from + ((this.to - this.from) * k) / 4;
      g.fillText(timeText(t), this.x(t), this.tall + 14);
    }
    g.textAlign = "right";
    const step = Math.max(1, Math.ceil((this.rows * 14) / this.tall));
    for (let r = Math.ceil(this.first); r < this.first + this.rows; r += step) {
      g.fillText(`rank ${this.number[r] ?? r}`, kLeft - 6, this.y(r) + Math.max(10, this.tall / this.rows / 2 + 4));
    }
    if (!this.chunks && !this.spans) {
      g.textAlign = "left";
      const missing = (this.v.header.missing ?? []).filter((m) => m.what.includes("rank")).map((m) => `${m.what}: ${m.setting}`);
      missing.forEach((text, i) => g.fillText(text, kLeft + 10, 50 + 16 * i));
    }
  }

  private drawChunks(g: CanvasRenderingContext2D): void {
    const axis = this.v.header.axes?.chunks;
    if (!this.chunks || !axis) return;
    const ranks = this.v.header.ranks ?? 0;
    const first = chunkAt(axis, this.from), last = chunkAt(axis, this.to);
    const lines = Math.min(Math.ceil(this.rows), Math.ceil(this.tall));
    const high = this.tall / lines;
    for (let c = first; c <= last; ++c) {
      const x = this.x(axis.begin[c]), wide = this.x(axis.end[c]) - x + 0.3;
      for (let k = 0; k < lines; ++k) {
        const rank = Math.floor(this.first + (k / lines) * this.rows);
        const what = this.chunks[c * ranks + rank];
        if (!what) continue;
        g.fillStyle = activities[what] + (this.spans ? "55" : "");
        g.fillRect(x, k * high, wide, Math.max(1, high > 5 ? high - 1 : high + 0.3));
      }
    }
  }

  private drawSpans(g: CanvasRenderingContext2D): void {
    const s = this.spans!;
    const { begin, end } = this.v.header.timeline!;
    const scale = (end - begin) / 4294967295;
    const high = this.tall / this.rows;
    for (const collective of [true, false]) {
      for (let i = 0; i < s.rank.length; ++i) {
        if ((s.what[i] === 6) !== collective || s.rank[i] < this.first - 1 || s.rank[i] > this.first + this.rows) continue;
        const a = begin + s.from[i] * scale, b = begin + s.to[i] * scale;
        if (b < this.from || a > this.to) continue;
        const x = this.x(a);
        g.fillStyle = activities[s.what[i]];
        const inset = collective ? 0 : high > 8 ? 2 : 0;
        g.fillRect(x, this.y(s.rank[i]) + inset, Math.max(0.6, this.x(b) - x), Math.max(0.6, high - 2 * inset - (high > 5 ? 1 : 0)));
      }
    }
    const [from, to, sent, arrived] = this.messages;
    const seen = this.inSight();
    if (seen.length > kMostLines || high < kLeastHigh) return;
    g.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
    g.globalAlpha = 0.5;
    g.lineWidth = 0.8;
    g.beginPath();
    for (const i of seen) {
      g.moveTo(this.x(begin + sent[i] * scale), this.y(from[i]) + high / 2);
      g.lineTo(this.x(begin + arrived[i] * scale), this.y(to[i]) + high / 2);
    }
    g.stroke();
    g.globalAlpha = 1;
  }

  // Messages of the ranks and the time in sight; one more than can be drawn if there are more.
  private inSight(): number[] {
    const { begin, end } = this.v.header.timeline!;
    const scale = (end - begin) / 4294967295;
    const [from, to, sent, arrived] = this.messages;
    const seen: number[] = [];
    const here = (r: number) => r >= this.first && r < this.first + this.rows;
    for (let i = 0; i < from.length && seen.length <= kMostLines; ++i) {
      if (begin + arrived[i] * scale < this.from || begin + sent[i] * scale > this.to) continue;
      if (here(from[i]) || here(to[i])) seen.push(i);
    }
    return seen;
  }
  // Around the first message in sight.
  private nearMessages(): void {
    const { begin, end } = this.v.header.timeline!;
    this.look(this.from, this.to, this.first, Math.min(this.rows, Math.floor(this.tall / 8)));
    const [, , sent, arrived] = this.messages;
    const at = (stamp: number) => begin + (stamp / 4294967295) * (end - begin);
    for (let span = this.to - this.from; ; span /= 2) {
      const seen = this.inSight();
      const spot = seen.length ? (at(sent[seen[0]]) + at(arrived[seen[0]])) / 2 : this.from;
      if (seen.length <= kMostLines / 8 || span < 1e3) return;
      this.look(spot - span / 4, spot + span / 4, this.first, this.rows);
    }
  }

  private drawMarks(g: CanvasRenderingContext2D, ink: string): void {
    const { time, pin } = this.v.state;
    g.strokeStyle = ink;
    g.lineWidth = 1.5;
    if (time !== null) g.strokeRect(this.x(time), -5, 0, this.tall + 10);
    if (pin?.kind !== "nodes" && pin?.kind !== "routers") return;
    for (let i = 0; i < this.node.length; ++i) {
      const at = pin.kind === "nodes" ? this.node[i] : this.v.model.nodeRouter[this.node[i]];
      if (at === pin.id) g.strokeRect(kLeft + 1, this.y(i), this.canvas.clientWidth - kLeft - 2, Math.max(2, this.tall / this.rows));
    }
  }

  private wheel(e: WheelEvent): void {
    e.preventDefault();
    const f = e.deltaY > 0 ? 1.25 : 0.8;
    if (e.shiftKey) {
      const r = this.rankAt(e.offsetY);
      return this.look(this.from, this.to, r - (r - this.first) * f, this.rows * f);
    }
    const t = this.timeAt(e.offsetX);
    this.look(t - (t - this.from) * f, t + (this.to - t) * f, this.first, this.rows);
  }
  private key(e: KeyboardEvent): void {
    const span = this.to - this.from, middle = (this.to + this.from) / 2;
    const zoom = (f: number) => this.look(middle - (span * f) / 2, middle + (span * f) / 2, this.first, this.rows);
    const keys: Record<string, () => void> = {
      "+": () => zoom(0.7), "=": () => zoom(0.7), "-": () => zoom(1.4),
      ArrowLeft: () => this.look(this.from - span * 0.2, this.to - span * 0.2, this.first, this.rows),
      ArrowRight: () => this.look(this.from + span * 0.2, this.to + span * 0.2, this.first, this.rows),
      ArrowUp: () => this.look(this.from, this.to, this.first - this.rows * 0.2, this.rows),
      ArrowDown: () => this.look(this.from, this.to, this.first + this.rows * 0.2, this.rows),
      PageUp: () => this.look(this.from, this.to, this.first, this.rows * 0.6),
      PageDown: () => this.look(this.from, this.to, this.first, this.rows * 1.6),
      Enter: () => this.pinRank(Math.ceil(this.first)),
    };
    if (!keys[e.key]) return;
    keys[e.key]();
    e.preventDefault();
    e.stopPropagation();
  }
  private pinRank(rank: number): void {
    const node = this.node[rank];
    if (node === undefined) return;
    const router = this.v.scene.nodes.count === 0;
    void this.v.set({ pin: router ? { kind: "routers", id: this.v.model.nodeRouter[node] } : { kind: "nodes", id: node } });
  }
  private click(e: MouseEvent): void {
    if (e.offsetX < kLeft) return;
    const time = Math.min(this.v.end(), Math.max(0, this.timeAt(e.offsetX)));
    void this.v.set({ time });
    this.pinRank(this.rankAt(e.offsetY));
  }

  private hover(e: PointerEvent): void {
    const t = this.timeAt(e.offsetX), rank = this.rankAt(e.offsetY);
    let what = "";
    const s = this.spans;
    if (s) {
      const { begin, end, names } = this.v.header.timeline!;
      const at = ((t - begin) / (end - begin)) * 4294967295;
      for (let i = 0; i < s.rank.length; ++i) {
        if (s.rank[i] === rank && s.from[i] <= at && s.to[i] >= at) what = `${what && what + ", in "}${names[s.name[i]]}`;
      }
    }
    const axis = this.v.header.axes?.chunks;
    if (!what && this.chunks && axis) what = `mostly ${activityNames[this.chunks[chunkAt(axis, t) * (this.v.header.ranks ?? 0) + rank]] || "nothing"}`;
    this.says.hidden = e.offsetX < kLeft;
    const job = this.v.header.jobs && this.v.header.jobs.length > 1 ? ` of ${this.v.model.jobName(this.job[rank])}` : "";
    this.says.textContent = `rank ${this.number[rank]}${job} on node ${this.node[rank]}, ${timeText(t)}: ${what}`;
    this.says.style.left = `${Math.max(0, Math.min(e.offsetX + 12, this.canvas.clientWidth - 330))}px`;
    this.says.style.top = `${Math.min(e.offsetY + 38, this.tall)}px`;
  }
}
