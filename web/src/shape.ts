// SPDX-License-Identifier: MIT
// What is drawn of a machine: all routers where they are, or its other picture, in which several routers may be
// one box, and all links from one box to another one line.
import type { Model } from "./model";
import { nodePositions, pitchOf } from "./places";
import type { Machine } from "./scene";

export interface Shape extends Machine {
  members: number[][] | null; // the links of each line, if lines stand for several
  labels: [string, [number, number, number]][];
}

export async function shapeOf(m: Model, all: boolean): Promise<Shape> {
  const { network } = m.header;
  const flat = network.high[2] - network.low[2] < 1e-6;
  const { other } = network;
  if (all || !other) {
    const pitch = pitchOf(m);
    return { at: m.at, from: m.from, to: m.to, stub: m.stub, slant: null, nodeAt: nodePositions(m, m.at, pitch), pitch, flat, tiles: m.header.kind === "manycore",
      lineOf: null, boxOf: null, members: null, labels: [] };
  }
  const at = await m.places("other-positions", other.boxes, other.low, other.high);
  const { labels } = other;
  if (!m.data.has("other-box")) {
    const slant = Int8Array.from(m.from, (from, l) => {
      const step = m.coordinate(m.to[l], 2) - m.coordinate(from, 2);
      return m.stub[l] ? -Math.sign(step) : step;
    });
    return { at, from: m.from, to: m.to, stub: m.stub, slant, nodeAt: nodePositions(m, at, 1), pitch: 1, flat: true, tiles: false,
      lineOf: null, boxOf: null, members: null, labels };
  }
  const boxOf = (await m.data.get("other-box")) as Uint32Array;
  const numbers = new Map<number, number>();
  const members: number[][] = [];
  const lineOf = Int32Array.from(m.from, (from, l) => {
    const a = boxOf[from], b = boxOf[m.to[l]];
    if (a === b) return -1;
    const key = a * other.boxes + b;
    if (!numbers.has(key)) {
      numbers.set(key, members.length);
      members.push([]);
    }
    members[numbers.get(key)!].push(l);
    return numbers.get(key)!;
  });
  const from = Uint32Array.from(members, (links) => boxOf[m.from[links[0]]]);
  const to = Uint32Array.from(members, (links) => boxOf[m.to[links[0]]]);
  return { at, from, to, stub: new Uint8Array(from.length), slant: null, nodeAt: new Float32Array(), pitch: 1.6, flat: true, tiles: false,
    lineOf, boxOf, members, labels };
}
