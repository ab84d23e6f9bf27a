// SPDX-License-Identifier: MIT
// How far routers are apart, and where nodes are drawn: around their router.
import type { Model } from "./model";

const kMostNodes = 40000;

export function pitchOf(m: Model): number {
  const lengths: number[] = [];
  const step = Math.max(1, Math.floor(m.from.length / 2000));
  for (let l = 0; l < m.from.length; l += step) {
    if (m.stub[l]) continue;
    const a = 3 * m.from[l], b = 3 * m.to[l];
    lengths.push(Math.hypot(m.at[a] - m.at[b], m.at[a + 1] - m.at[b + 1], m.at[a + 2] - m.at[b + 2]));
  }
  lengths.sort((a, b) => a - b);
  const length = lengths[Math.floor(lengths.length / 10)] ?? 1;
  return m.header.network.family === "lattice" ? length : Math.min(length, 1.2);
}

// None where each router has one: its point stands for the node, too.
export function nodePositions(m: Model, places: Float32Array, pitch: number): Float32Array {
  const { nodes, routers, family } = m.header.network;
  if (nodes === routers || nodes > kMostNodes || m.header.kind === "chip") return new Float32Array();
  const at = new Float32Array(3 * nodes);
  for (let r = 0; r < routers; ++r) {
    const here = m.nodesAt(r);
    here.forEach((node, i) => {
      const x = 3 * r;
      if (family === "levels") {
        at[3 * node] = places[x] + ((i + 0.5) / here.length - 0.5) * 0.9;
        at[3 * node + 1] = places[x + 1] - 0.9;
        at[3 * node + 2] = places[x + 2];
      } else {
        const angle = (2 * Math.PI * i) / here.length;
        at[3 * node] = places[x] + 0.27 * pitch * Math.cos(angle);
        at[3 * node + 1] = places[x + 1] + 0.27 * pitch * Math.sin(angle);
        at[3 * node + 2] = places[x + 2];
      }
    });
  }
  return at;
}
