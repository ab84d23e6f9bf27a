// SPDX-License-Identifier: MIT
// The page of a machine: what is chosen, the picture, the clock, and what belongs to what is pinned.
import { colourLinks, colourPoints, legend } from "./colours";
import { controlsOf } from "./controls";
import { Data, chunkAt } from "./data";
import { h } from "./dom";
import { exportPng, exportSvg } from "./exports";
import { time as timeText } from "./format";
import { followRun } from "./live";
import { Model, State, initial } from "./model";
import { highlight } from "./palette";
import { Panels } from "./panels";
import { Item, Scene } from "./scene";
import { showPinned, tipOf } from "./pinned";
import { help } from "./help";
import { Shape, shapeOf } from "./shape";

export class Viewer {
  state: State = { ...initial };
  model: Model;
  shape!: Shape;
  scene!: Scene;
  panels!: Panels;
  firstPicture = 0; // ms after the page was opened
  readonly aside = h("aside", { "aria-label": "What is shown" });
  readonly said = h("div", { role: "status", "aria-live": "polite" });
  private sceneBox = h("div", { class: "scene" });
  private sub = h("span", { class: "sub" });
  private labels = h("div");
  private tip = h("div", { class: "tip", hidden: true });
  private legendBox = h("div", { class: "legend" });
  private slider = h("input", { type: "range", min: "0", max: "1000", step: "1", value: "0", "aria-label": "Time" });
  private clock = h("output", {});
  private play = h("button", { "aria-pressed": "false", title: "Play (space)" }, "Play");
  private whole = h("button", { "aria-pressed": "true", title: "Totals of the whole run (w)" }, "Whole run");
  private playing = 0;
  private colouring = false;
  private again = false;

  constructor(private app: HTMLElement, data: Data) {
    this.model = new Model(data);
  }
  get header() {
    return this.model.header;
  }

  async start(): Promise<void> {
    this.readHash();
    this.theme(this.state.theme);
    this.frame();
    await this.model.load();
    this.chooseQuantities();
    await this.draw();
    await this.recolour();
    if (this.state.camera.length) this.scene.setView(this.state.camera);
    this.scene.render();
    this.firstPicture = performance.now();
    this.panels = new Panels(this);
    document.querySelector(".viewer")!.append(this.panels.element);
    document.addEventListener("keydown", (e) => this.key(e));
    await this.controls();
    await this.panels.show(this.state.tab);
    await this.overlay();
    document.body.dataset.ready = "yes";
    if (this.header.live) followRun(this);
  }

  // The picture; also in place of another one.
  private async draw(): Promise<void> {
    this.shape = await shapeOf(this.model, this.state.all);
    this.scene?.dispose();
    this.labels.replaceChildren();
    const { title, words, other } = this.header.network;
    this.sub.textContent = `${title} – ${this.state.all || !other ? words : other.words}`;
    const canvas = h("canvas", { tabindex: "0", role: "application", "aria-roledescription": "picture",
      "aria-label": `${this.header.network.title}: ${this.header.network.words}. Arrow keys turn, plus and minus zoom, n pins the next busy link.` });
    this.sceneBox.replaceChildren(canvas, this.labels, this.legendBox, this.tip);
    this.scene = new Scene(canvas, this.shape);
    this.scene.onFrame = () => this.placeLabels();
    this.pointer(canvas);
    this.scene.background(getComputedStyle(document.documentElement).getPropertyValue("--scene").trim());
  }

  private frame(): void {
    const dark = h("button", { onclick: () => this.set({ theme: this.state.theme === "dark" ? "light" : "dark" }) }, "Dark / light");
    const link = h("button", { onclick: () => this.copyLink() }, "Copy link");
    const bar = h("header", {},
      h("h1", {}, this.header.title),
      this.sub,
      h("button", { onclick: () => exportPng(this) }, "PNG"), h("button", { onclick: () => exportSvg(this) }, "SVG"),
      link, dark, h("button", { onclick: () => help() }, "Help"));
    const clock = h("div", { class: "time" }, this.play, this.whole, this.slider, this.clock);
    if (!this.header.time_ps || !Object.keys(this.header.axes ?? {}).length) clock.hidden = !this.header.live;
    this.play.addEventListener("click", () => this.togglePlay());
    this.whole.addEventListener("click", () => this.set({ time: null }));
    this.slider.addEventListener("input", () => this.set({ time: (Number(this.slider.value) / 1000) * this.end() }));
    const { bottleneck, summary, complete } = this.header;
    if (complete === false && summary) bar.append(h("p", { class: "warning" }, summary.split("\n")[0]));
    else if (bottleneck) bar.append(h("p", {}, h("strong", {}, this.header.kind === "manycore" ? "In short: " : "Bottleneck: "), bottleneck.split(" Means")[0]));
    this.app.replaceChildren(h("div", { class: "viewer" }, bar, h("main", { style: "display:contents" }, this.sceneBox, clock, this.aside)));
  }

  nameOf(of: string): string {
    const names: Record<string, string> = { manycore: "elements", chip: "switches" };
    return of === "routers" ? (names[this.header.kind] ?? of) : of;
  }
  end(): number {
    return (this.header.time_ps ?? 1) * (1 - 1e-9);
  }

  // What is shown at first, and what a link to the page may name but the page lacks.
  private chooseQuantities(): void {
    const s = this.state;
    const links = this.model.quantitiesOf(["links"]);
    const points = this.model.quantitiesOf(["routers", "nodes"]);
    const known = (id: string, of: typeof links) => ["class", "job", "plane", "rank", "plain"].includes(id) || of.some((q) => q.id === id);
    if (s.links === "plain" || !known(s.links, links)) s.links = links[0]?.id ?? (this.header.network.classes.length > 1 ? "class" : "plain");
    if (!known(s.points, points)) s.points = "plain";
    if (s.points === "plain" && !location.hash) {
      const first = this.header.kind === "manycore" || !links.length ? points[0]?.id : undefined;
      s.points = first ?? "plain";
      if (this.header.kind === "manycore" && points.some((q) => q.time)) s.time = 0;
    }
    if (this.header.cycle && !location.hash) s.tab = "deadlock";
  }

  async set(change: Partial<State>): Promise<void> {
    const before = this.state;
    this.state = { ...before, ...change };
    if ("theme" in change) this.theme(this.state.theme);
    if (this.state.all !== before.all) await this.draw();
    await this.recolour();
    if ("all" in change || "busiest" in change || "links" in change || "points" in change || "theme" in change || "scale" in change || "log" in change) await this.controls();
    else if ("pin" in change || "path" in change || "time" in change || "circuit" in change) await showPinned(this);
    await this.panels?.changed(change);
    if ("all" in change || "pin" in change || "path" in change || "step" in change || "circuit" in change || "tab" in change || "theme" in change) await this.overlay();
    this.writeHash();
  }

  private async controls(): Promise<void> {
    controlsOf(this);
    await showPinned(this);
  }

  // One at a time; what changes meanwhile is seen by the next.
  async recolour(): Promise<void> {
    if (this.colouring) {
      this.again = true;
      return;
    }
    this.colouring = true;
    do {
      this.again = false;
      const links = await colourLinks(this);
      const points = await colourPoints(this);
      this.legendBox.replaceChildren(...legend(this, links, points));
      this.scene.draw();
    } while (this.again);
    this.colouring = false;
    this.showClock();
  }

  showClock(): void {
    const { time } = this.state;
    this.whole.setAttribute("aria-pressed", String(time === null));
    if (time !== null) this.slider.value = String(Math.round((time / this.end()) * 1000));
    this.clock.textContent = time === null ? "whole run" : timeText(time, this.header.time_unit ?? "ps");
    this.slider.setAttribute("aria-valuetext", this.clock.textContent ?? "");
  }

  private axisOfTime(): { begin: number[]; end: number[] } | null {
    const q = this.model.quantity(this.state.links) ?? this.model.quantity(this.state.points);
    const axes = this.header.axes ?? {};
    return (q?.axis ? axes[q.axis] : undefined) ?? Object.values(axes)[0] ?? null;
  }
  step(by: number): void {
    const axis = this.axisOfTime();
    if (!axis || !axis.begin.length) return;
    const now = this.state.time === null ? (by > 0 ? -1 : 0) : chunkAt(axis, this.state.time);
    const next = Math.min(axis.begin.length - 1, Math.max(0, now + by));
    void this.set({ time: (axis.begin[next] + axis.end[next]) / 2 });
  }
  togglePlay(): void {
    const on = !this.playing;
    window.clearInterval(this.playing);
    this.playing = 0;
    if (on) {
      const axis = this.axisOfTime();
      if (axis && this.state.time !== null && chunkAt(axis, this.state.time) >= axis.begin.length - 1) this.state.time = null;
      this.playing = window.setInterval(() => {
        if (!axis || (this.state.time !== null && chunkAt(axis, this.state.time) >= axis.begin.length - 1)) this.togglePlay();
        else this.step(1);
      }, 120);
    }
    this.play.setAttribute("aria-pressed", String(on));
    this.play.textContent = on ? "Pause" : "Play";
  }

  say(text: string): void {
    this.said.textContent = text;
  }

  // --- Pointer and keys ---

  private pointer(canvas: HTMLCanvasElement): void {
    let down: [number, number] | null = null;
    let last = 0;
    let cost = 0;
    canvas.addEventListener("pointerdown", (e) => (down = [e.offsetX, e.offsetY]));
    canvas.addEventListener("pointerup", (e) => {
      if (down && Math.hypot(e.offsetX - down[0], e.offsetY - down[1]) < 4) {
        void this.under(e).then((pin) => this.set({ pin }));
      }
      down = null;
    });
    canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    canvas.addEventListener("pointermove", async (e) => {
      const now = performance.now();
      if (e.buttons || now - last < 60 + 2 * cost) return;
      last = now;
      const item = await this.under(e);
      cost = performance.now() - now;
      this.tip.hidden = !item;
      if (!item) return;
      this.tip.replaceChildren(...(await tipOf(this, item)));
      const right = e.offsetX > canvas.clientWidth - 260;
      this.tip.style.left = `${right ? e.offsetX - 250 : e.offsetX + 14}px`;
      this.tip.style.top = `${Math.min(e.offsetY + 10, canvas.clientHeight - 90)}px`;
    });
  }

  // Of a line of several links, the busiest now.
  private async under(e: MouseEvent): Promise<Item | null> {
    const item = this.scene.pick(e.offsetX, e.offsetY);
    const { members, boxOf } = this.shape;
    if (item?.kind === "routers" && boxOf) return { kind: "routers", id: boxOf.indexOf(item.id) };
    if (item?.kind !== "links" || !members) return item;
    const q = this.model.quantity(this.state.links);
    if (!q) return { kind: "links", id: members[item.id][0] };
    const { bytes } = await this.model.values(q, this.state.time);
    return { kind: "links", id: members[item.id].reduce((a, b) => (bytes[b] > bytes[a] ? b : a)) };
  }

  private key(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]") || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const onPicture = target.tagName === "CANVAS" && target.closest(".scene");
    const turn = 0.12;
    const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const keys: Record<string, () => void> = {
      "+": () => this.scene.zoom(0.85), "=": () => this.scene.zoom(0.85), "-": () => this.scene.zoom(1.18),
      "0": () => this.scene.home(), n: () => this.panels.pinNext(1), p: () => this.panels.pinNext(-1),
      "[": () => this.step(-1), "]": () => this.step(1), w: () => void this.set({ time: null }),
      Escape: () => void this.set({ pin: null, path: null, circuit: null }), "?": () => help(),
      d: () => void this.set({ theme: this.state.theme === "dark" ? "light" : "dark" }),
    };
    if (onPicture && arrows[e.key]) {
      const [x, y] = arrows[e.key];
      if (e.shiftKey) this.scene.slide(x, y);
      else this.scene.turn(x * turn, y * turn);
    } else if (e.key === " " && target.tagName !== "BUTTON") this.togglePlay();
    else if (keys[e.key]) keys[e.key]();
    else return;
    e.preventDefault();
  }

  // --- Over the picture ---

  private placeLabels(): void {
    if (this.shape.labels.length) return this.placeNames();
    const axes = this.state.all || !this.header.network.other ? this.header.network.axes : [];
    while (this.labels.childElementCount < 3 * axes.length) this.labels.append(h("span", { class: "label" }));
    axes.forEach((a, i) => {
      const ends = a.from.every((x, k) => x === a.to[k]);
      const texts = ends ? [a.name, "", ""] : [`${a.name} 0`, a.name, String(a.extent - 1)];
      const V = this.scene.router(0).constructor as new () => ReturnType<Scene["router"]>;
      [a.from, a.from.map((x, k) => (x + a.to[k]) / 2), a.to].forEach((place, k) => {
        const span = this.labels.children[3 * i + k] as HTMLElement;
        const at = this.scene.project(new V().fromArray(place));
        span.hidden = !at || !texts[k] || (ends && axes.length > 24 && i % Math.ceil(axes.length / 24) !== 0);
        if (!at) return;
        span.textContent = texts[k];
        span.style.left = `${Math.max(at[0] - (ends ? 28 : 0), 30)}px`;
        span.style.top = `${at[1]}px`;
      });
    });
  }

  // Names of the other picture's boxes or planes, as far as they do not cover each other.
  private placeNames(): void {
    const { labels } = this.shape;
    while (this.labels.childElementCount < labels.length) this.labels.append(h("span", { class: "label" }));
    const V = this.scene.router(0).constructor as new () => ReturnType<Scene["router"]>;
    const boxes = this.shape.boxOf !== null;
    const top = Math.max(...labels.map(([, at]) => at[1]));
    let last = [-100, -100];
    labels.forEach(([text, place], i) => {
      const span = this.labels.children[i] as HTMLElement;
      const at = this.scene.project(new V().fromArray(place));
      const beside = boxes && !text.startsWith("level");
      const wide = 7 * text.length;
      span.hidden = !at || (beside && Math.abs(at[1] - last[1]) < 8 && at[0] - last[0] < wide + 6);
      if (!at || span.hidden) return;
      if (beside) last = at;
      span.textContent = text;
      span.classList.toggle("box", beside);
      span.style.left = `${Math.max(at[0], wide / 2 + 4)}px`;
      span.style.top = `${at[1] + (beside ? (place[1] === top ? -17 : 17) : 0)}px`;
    });
  }

  async overlay(): Promise<void> {
    const { pin, path, circuit, tab, step, theme } = this.state;
    const s = this.scene;
    const colour = highlight[theme];
    s.setOverlay([], colour);
    const cycle = this.header.cycle;
    if (tab === "deadlock" && cycle?.length) {
      const segments = cycle.map((c) => [s.router(c.from), s.router(c.to)] as [never, never]);
      s.addOverlay(segments, theme === "dark" ? "#ff8f7a" : "#a31420", 3);
      s.addOverlay([segments[step % segments.length]], colour, 7);
    }
    if (circuit !== null && this.header.circuits?.[circuit]) {
      s.addOverlay(this.header.circuits[circuit].links.map((l) => [s.router(this.model.from[l]), s.router(this.model.to[l])] as [never, never]), colour, 6);
    }
    if (path) {
      const { links } = await this.model.path(path[0], path[1]);
      if (links.length) s.addOverlay(links.flatMap((l) => this.lineOf(l)), colour, 5);
    }
    if (pin) {
      const router = pin.kind === "routers" ? pin.id : pin.kind === "nodes" ? this.model.nodeRouter[pin.id] : -1;
      const lines = pin.kind === "links" ? [this.segment(pin.id)] : this.cross(router);
      s.addOverlay(lines as [never, never][], colour, 6);
    }
  }
  // A whole link: two ends if it wraps around.
  private lineOf(l: number): [never, never][] {
    const m = this.model;
    if (!m.stub[l] && !this.shape.slant?.[l]) return [[this.scene.router(m.from[l]), this.scene.router(m.to[l])] as [never, never]];
    const back = m.linkFromTo(m.to[l], m.from[l]);
    return [this.segment(l), ...(back >= 0 ? [this.segment(back)] : [])] as [never, never][];
  }
  private segment(l: number) {
    return this.scene.segment(l, this.model.from[l]);
  }
  private cross(router: number) {
    const at = this.scene.router(router);
    const r = 0.3 * this.scene.machine.pitch;
    return [[r, 0, 0], [0, r, 0], [0, 0, r]].map(([x, y, z]) => {
      const a = at.clone(), b = at.clone();
      a.set(a.x - x, a.y - y, a.z - z);
      b.set(b.x + x, b.y + y, b.z + z);
      return [a, b];
    });
  }
  lookAt(item: Item): void {
    this.say(item.kind === "links" ? `link ${this.model.linkName(item.id)} is pinned` : `${item.kind.slice(0, -1)} ${item.id} is pinned`);
  }

  theme(name: "light" | "dark"): void {
    document.documentElement.dataset.theme = name;
    if (this.scene) this.scene.background(getComputedStyle(document.documentElement).getPropertyValue("--scene").trim());
  }

  // --- A link that restores the view ---

  private readHash(): void {
    if (!location.hash) {
      if (matchMedia("(prefers-color-scheme: dark)").matches) this.state.theme = "dark";
      return;
    }
    try {
      const read = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Partial<State>;
      for (const key of Object.keys(initial) as (keyof State)[]) {
        if (key in read && (read[key] === null || typeof read[key] === typeof initial[key] || initial[key] === null)) {
          (this.state as unknown as Record<string, unknown>)[key] = read[key];
        }
      }
    } catch {
      // Somebody else's link.
    }
  }
  hash(): string {
    const now: Record<string, unknown> = {};
    for (const [key, value] of Object.entries({ ...this.state, camera: this.scene.view() })) {
      if (JSON.stringify(value) !== JSON.stringify((initial as unknown as Record<string, unknown>)[key])) now[key] = value;
    }
    return "#" + encodeURIComponent(JSON.stringify(now));
  }
  private writeHash(): void {
    try {
      history.replaceState(null, "", this.hash());
    } catch {
      // Some browsers allow only so many a second.
    }
  }
  private async copyLink(): Promise<void> {
    this.writeHash();
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The link is on the clipboard.");
    } catch {
      this.say("The link is in the address bar.");
    }
  }
}
