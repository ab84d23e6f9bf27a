// SPDX-License-Identifier: MIT
// The data of a page, as src/app/view/pack.cpp writes them: a header in JSON, and arrays that are read when
// they are needed. An array is base64, deflated (zlib), bytes as differences, low bytes of all numbers first.

export interface Quantity {
  id: string;
  name: string;
  unit: string;
  of: "links" | "routers" | "nodes";
  about: string;
  difference: boolean;
  total?: string;
  total_most?: number;
  time?: string;
  time_most?: number;
  axis?: string;
}

export interface Axis3 {
  name: string;
  from: number[];
  to: number[];
  extent: number;
}

export interface CycleStep {
  from: number;
  to: number;
  vc: number;
  queued?: number;
  since?: number;
}

export interface Header {
  kind: "run" | "difference" | "machine" | "chip" | "manycore" | "service";
  title: string;
  time_ps?: number;
  time_unit?: string;
  complete?: boolean;
  live?: boolean;
  own_links?: number;
  facts?: [string, string][];
  bottleneck?: string; // the answer in a sentence
  summary?: string; // all of it, as the run printed it
  missing?: { what: string; setting: string }[];
  report?: string[];
  jobs?: string[];
  ranks?: number;
  network: {
    title: string;
    routers: number;
    links: number;
    nodes: number;
    dimensions: number;
    classes: string[];
    family: string;
    words: string;
    low: number[];
    high: number[];
    axes: Axis3[];
    other?: { name: string; words: string; low: number[]; high: number[]; boxes: number; labels: [string, [number, number, number]][] };
  };
  axes?: Record<string, { begin: number[]; end: number[] }>;
  quantities?: Quantity[];
  series?: { group: string; name: string; unit: string; axis: string; values: number[] }[];
  cycle?: CycleStep[];
  circuits?: { round: number; links: number[]; mm: number }[];
  paths?: { adaptive: boolean; ways: number };
  timeline?: { begin: number; end: number; names: string[]; spans_left_out: number; messages_left_out: number };
  arrays: Record<string, { type: string; length: number; stride: number }>;
  settings?: Record<string, unknown>;
}

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

export function readHeader(): Header | null {
  const text = document.getElementById("kasuri-header")?.textContent;
  return text ? (JSON.parse(text) as Header) : null;
}

function bytesOf(base64: string): Uint8Array {
  const modern = Uint8Array as unknown as { fromBase64?: (s: string) => Uint8Array };
  if (modern.fromBase64) return modern.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Data {
  private known = new Map<string, Promise<Numbers>>();

  constructor(readonly header: Header) {}

  has(name: string): boolean {
    return name in this.header.arrays;
  }

  // The same object for each call.
  get(name: string): Promise<Numbers> {
    let found = this.known.get(name);
    if (!found) {
      found = this.read(name);
      this.known.set(name, found);
    }
    return found;
  }

  // Replaces an array, or adds one: what a live run sends.
  put(name: string, values: Numbers): void {
    this.header.arrays[name] = { type: "u8", length: values.length, stride: 1 };
    this.known.set(name, Promise.resolve(values));
  }

  private async read(name: string): Promise<Numbers> {
    const about = this.header.arrays[name];
    const element = document.getElementById("data-" + name);
    if (!about || !element) throw new Error(`the page has no data "${name}"`);
    const bytes = await inflate(bytesOf(element.textContent ?? ""));
    const { length, stride } = about;
    for (let i = stride; i < bytes.length; ++i) bytes[i] = (bytes[i] + bytes[i - stride]) & 255;
    if (about.type === "u8") return bytes;
    if (about.type === "u16") {
      const v = new Uint16Array(length);
      for (let i = 0; i < length; ++i) v[i] = bytes[i] | (bytes[length + i] << 8);
      return v;
    }
    const v = new Uint32Array(length);
    for (let i = 0; i < length; ++i) {
      v[i] = bytes[i] | (bytes[length + i] << 8) | (bytes[2 * length + i] << 16) | (bytes[3 * length + i] << 24);
    }
    if (about.type === "f32") return new Float32Array(v.buffer);
    for (let i = 1; i < length; ++i) v[i] = (v[i] + v[i - 1]) >>> 0;
    return v;
  }
}

// The chunk of an axis in which a time lies.
export function chunkAt(axis: { begin: number[]; end: number[] }, time: number): number {
  let low = 0;
  let high = axis.begin.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (axis.begin[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

// What a byte stands for, as a share of the end of the scale: from -1 to 1 of a difference, else 0 to 1.
export function shareOf(byte: number, difference: boolean): number {
  if (!difference) return (byte / 255) ** 2;
  const root = (byte - 128) / 127;
  return Math.sign(root) * root * root;
}
