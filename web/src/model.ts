// SPDX-License-Identifier: MIT
// What is known of the machine and what is shown of it: no drawing.
import { Data, Header, Numbers, Quantity, chunkAt, shareOf } from "./data";
import type { Item } from "./scene";

export interface State {
  time: number | null; // null: the whole run
  links: string; // id of a quantity, or "class", "job", "plain"
  points: string; // the same of routers and nodes, or "job", "plane", "rank", "plain"
  scale: string; // where it ends: at the largest value of the "run", of this moment ("now"), or "full": at 100 %
  log: boolean;
  all: boolean; // each router is drawn, although there is another picture
  busiest: boolean; // a line of several links shows the busiest of them, not their mean
  hidden: string[]; // classes of links
  least: number; // share of the scale below which links are hidden
  dimension: number; // of the slice
  slice: number | null;
  pin: Item | null;
  path: [number, number] | null; // nodes
  step: number; // of the cycle
  circuit: number | null;
  tab: string;
  theme: "light" | "dark";
  camera: number[];
}

export const initial: State = {
  time: null, links: "plain", points: "plain", scale: "run", log: false, all: false, busiest: false, hidden: [], least: 0, dimension: 0, slice: null,
  pin: null, path: null, step: 0, circuit: null, tab: "", theme: "light", camera: [],
};

// The largest number; of differences, which are around 128, as far above that as any is from it.
function furthest(all: ArrayLike<number>, difference: boolean): number {
  let most = 0;
  for (let i = 0; i < all.length; ++i) most = Math.max(most, difference ? Math.abs(all[i] - 128) : all[i]);
  return difference ? 128 + most : most;
}

export class Model {
  at = new Float32Array();
  from = new Uint32Array();
  to = new Uint32Array();
  linkClass = new Uint8Array();
  stub = new Uint8Array();
  row: Uint32Array | null = null;
  nodeRouter = new Uint32Array();
  nodeJob: Uint8Array | null = null;
  coordinates = new Uint32Array();
  rankNode: Uint32Array | null = null;
  linkJobs: Uint32Array | null = null; // a bit for each job
  firstLink = new Uint32Array(); // of each router
  firstNode = new Uint32Array(); // index into nodesOf
  nodesOf = new Uint32Array();
  private paths: Map<number, Uint8Array> | null = null;

  constructor(readonly data: Data) {}
  get header(): Header {
    return this.data.header;
  }

  async load(): Promise<void> {
    const d = this.data;
    const n = this.header.network;
    const [from, to, linkClass, stub, nodeRouter, coordinates] = await Promise.all(
      ["link-from", "link-to", "link-class", "link-stub", "node-router", "coordinates"].map((a) => d.get(a)));
    this.at = await this.places("positions", n.routers, n.low, n.high);
    this.from = from as Uint32Array<ArrayBuffer>;
    this.to = to as Uint32Array<ArrayBuffer>;
    this.linkClass = linkClass as Uint8Array<ArrayBuffer>;
    this.stub = stub as Uint8Array<ArrayBuffer>;
    this.nodeRouter = nodeRouter as Uint32Array<ArrayBuffer>;
    this.coordinates = coordinates as Uint32Array<ArrayBuffer>;
    const optional = async (name: string) => (d.has(name) ? await d.get(name) : null);
    this.row = (await optional("link-row")) as typeof this.row;
    this.nodeJob = (await optional("node-job")) as typeof this.nodeJob;
    this.index();
  }

  async places(name: string, count: number, low: number[], high: number[]): Promise<Float32Array<ArrayBuffer>> {
    const positions = await this.data.get(name);
    const at = new Float32Array(3 * count);
    for (let r = 0; r < count; ++r) {
      for (let k = 0; k < 3; ++k) at[3 * r + k] = low[k] + ((high[k] - low[k]) * positions[k * count + r]) / 65535;
    }
    return at;
  }

  private index(): void {
    const routers = this.header.network.routers;
    this.firstLink = new Uint32Array(routers + 1);
    for (const r of this.from) ++this.firstLink[r + 1];
    this.firstNode = new Uint32Array(routers + 1);
    for (const r of this.nodeRouter) ++this.firstNode[r + 1];
    for (let r = 0; r < routers; ++r) {
      this.firstLink[r + 1] += this.firstLink[r];
      this.firstNode[r + 1] += this.firstNode[r];
    }
    const next = this.firstNode.slice();
    this.nodesOf = new Uint32Array(this.nodeRouter.length);
    this.nodeRouter.forEach((r, node) => (this.nodesOf[next[r]++] = node));
  }

  quantity(id: string): Quantity | undefined {
    return this.header.quantities?.find((q) => q.id === id);
  }
  quantitiesOf(what: string[]): Quantity[] {
    return (this.header.quantities ?? []).filter((q) => what.includes(q.of));
  }
  count(of: string): number {
    const n = this.header.network;
    return of === "links" ? n.links : of === "routers" ? n.routers : n.nodes;
  }

  // The byte of each item at a time, what 255 stands for, and the largest value of all that is compared: of
  // the items now, or also at all other times.
  async values(q: Quantity, time: number | null, always = false): Promise<{ bytes: Uint8Array; most: number; largest: number }> {
    const n = this.count(q.of);
    const bytes = new Uint8Array(n);
    if (q.time && q.axis && (time !== null || !q.total)) {
      const all = (await this.data.get(q.time)) as Uint8Array;
      const axis = this.header.axes![q.axis];
      const width = this.widthOf(q);
      const chunk = chunkAt(axis, time ?? 0);
      const begin = chunk * width;
      const row = q.of === "links" ? this.row : null;
      for (let i = 0; i < n; ++i) bytes[i] = all[begin + (row ? row[i] : i)];
      return { bytes, most: q.time_most!, largest: shareOf(always ? this.ever(q.time, all, q.difference) : furthest(bytes, q.difference), q.difference) * q.time_most! };
    }
    const all = await this.data.get(q.total!);
    for (let i = 0; i < n; ++i) bytes[i] = q.difference ? all[i] : all[i] >> 8;
    const far = furthest(all, q.difference);
    return { bytes, most: q.total_most!, largest: (q.difference ? shareOf(far, true) : (far / 65535) ** 2) * q.total_most! };
  }
  private known = new Map<string, number>();
  private ever(name: string, all: Uint8Array, difference: boolean): number {
    if (!this.known.has(name)) this.known.set(name, furthest(all, difference));
    return this.known.get(name)!;
  }
  private widthOf(q: Quantity): number {
    return this.header.arrays[q.time!].length / this.header.axes![q.axis!].begin.length;
  }

  // The value of one item, as exactly as the page has it.
  async value(q: Quantity, id: number, time: number | null): Promise<number> {
    if (q.time && q.axis && (time !== null || !q.total)) {
      const c = await this.curve(q, id);
      return c[chunkAt(this.header.axes![q.axis], time ?? 0)];
    }
    const all: Numbers = await this.data.get(q.total!);
    if (q.difference) return shareOf(all[id], true) * q.total_most!;
    return (all[id] / 65535) ** 2 * q.total_most!;
  }
  async curve(q: Quantity, id: number): Promise<number[]> {
    const all = (await this.data.get(q.time!)) as Uint8Array;
    const width = this.widthOf(q);
    const at = q.of === "links" && this.row ? this.row[id] : id;
    return this.header.axes![q.axis!].begin.map((_, c) => shareOf(all[c * width + at], q.difference) * q.time_most!);
  }

  coordinate(router: number, d: number): number {
    return this.coordinates[d * this.header.network.routers + router];
  }
  routerName(r: number): string {
    const x: number[] = [];
    for (let d = 0; d < this.header.network.dimensions; ++d) x.push(this.coordinate(r, d));
    return `(${x.join(",")})`;
  }
  linkName(l: number): string {
    return `${this.routerName(this.from[l])} → ${this.routerName(this.to[l])}`;
  }
  linksOf(r: number): [number, number] {
    return [this.firstLink[r], this.firstLink[r + 1]];
  }
  nodesAt(r: number): Uint32Array {
    return this.nodesOf.subarray(this.firstNode[r], this.firstNode[r + 1]);
  }
  linkFromTo(a: number, b: number): number {
    for (let l = this.firstLink[a]; l < this.firstLink[a + 1]; ++l) if (this.to[l] === b) return l;
    return -1;
  }

  // Job of a router: of its nodes; 255: none, 254: several.
  routerJob(r: number): number {
    let job = 255;
    if (!this.nodeJob) return job;
    for (const node of this.nodesAt(r)) {
      const j = this.nodeJob[node];
      if (j === 255 || j === job) continue;
      job = job === 255 ? j : 254;
    }
    return job;
  }
  jobName(j: number): string {
    return j === 255 ? "no job" : j === 254 ? "several jobs" : (this.header.jobs?.[j] ?? `job ${j}`);
  }
  // Of a link: by the routing if the page has its paths, else of the nodes at both ends.
  async jobsOfLink(l: number): Promise<{ jobs: number[]; exact: boolean }> {
    if (this.data.has("link-jobs")) {
      this.linkJobs ??= (await this.data.get("link-jobs")) as Uint32Array<ArrayBuffer>;
      const mask = this.linkJobs[l];
      return { jobs: [...Array(32).keys()].filter((j) => (mask >>> j) & 1), exact: true };
    }
    const jobs = new Set([this.routerJob(this.from[l]), this.routerJob(this.to[l])]);
    jobs.delete(255);
    return { jobs: [...jobs], exact: false };
  }
  async loadLinkJobs(): Promise<void> {
    if (this.data.has("link-jobs")) this.linkJobs = (await this.data.get("link-jobs")) as Uint32Array<ArrayBuffer>;
  }
  linkJob(l: number): number {
    if (this.linkJobs) {
      const mask = this.linkJobs[l];
      return mask === 0 ? 255 : (mask & (mask - 1)) !== 0 ? 254 : 31 - Math.clz32(mask);
    }
    const a = this.routerJob(this.from[l]), b = this.routerJob(this.to[l]);
    return a === b || b === 255 ? a : a === 255 ? b : 254;
  }

  // The links from one node to another, and whether the routing says so.
  async path(a: number, b: number): Promise<{ links: number[]; routed: boolean }> {
    const source = this.nodeRouter[a], target = this.nodeRouter[b];
    if (this.data.has("paths")) {
      const ports = (await this.routed()).get(source * this.header.network.routers + target);
      if (ports) {
        const links: number[] = [];
        let at = source;
        for (const p of ports) {
          const l = this.firstLink[at] + p;
          links.push(l);
          at = this.to[l];
        }
        return { links, routed: true };
      }
    }
    return { links: this.shortest(source, target), routed: false };
  }
  private async routed(): Promise<Map<number, Uint8Array>> {
    if (this.paths) return this.paths;
    const bytes = (await this.data.get("paths")) as Uint8Array;
    const n = this.header.network.routers;
    const ends: number[] = [];
    for (let r = 0; r < n; ++r) if (this.firstNode[r + 1] > this.firstNode[r]) ends.push(r);
    this.paths = new Map();
    let i = 0;
    for (const a of ends) {
      for (const b of ends) {
        const length = bytes[i++];
        this.paths.set(a * n + b, bytes.subarray(i, i + length));
        i += length;
      }
    }
    return this.paths;
  }
  private shortest(a: number, b: number): number[] {
    const by = new Int32Array(this.header.network.routers).fill(-1);
    const queue = [a];
    for (let i = 0; i < queue.length && by[b] < 0 && a !== b; ++i) {
      const [first, last] = this.linksOf(queue[i]);
      for (let l = first; l < last; ++l) {
        if (by[this.to[l]] >= 0 || this.to[l] === a) continue;
        by[this.to[l]] = l;
        queue.push(this.to[l]);
      }
    }
    const links: number[] = [];
    for (let r = b; r !== a && by[r] >= 0; r = this.from[by[r]]) links.unshift(by[r]);
    return links;
  }
}
