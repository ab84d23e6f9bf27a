// SPDX-License-Identifier: MIT
// Colours. Scales go from what recedes into the background to what stands out, and their lightness changes
// evenly, so that they serve colour-blind readers and print. Categories: Okabe & Ito, 2008.

export type Rgb = [number, number, number];
export type Theme = "light" | "dark";

function rgb(hex: string): Rgb {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

const scales: Record<Theme, string[]> = {
  light: ["#d5dce3", "#e8c477", "#ee8f3c", "#c8412f", "#7d0c3a"],
  dark: ["#2a3442", "#5b3a86", "#b0407c", "#f2755c", "#fcdf8a"],
};
const differences: Record<Theme, string[]> = {
  light: ["#124f9c", "#6fa3d6", "#dcdfe3", "#e58f76", "#a31420"],
  dark: ["#6db4ff", "#3e6fae", "#303a48", "#b25446", "#ff8f7a"],
};
export const categories = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
export const nobody: Record<Theme, string> = { light: "#c3cad2", dark: "#3b4654" };
export const highlight: Record<Theme, string> = { light: "#0b57d0", dark: "#7fd6ff" };
// Compute, send, receive, wait, poll, wait in a collective; 0: nothing.
export const activities = ["#00000000", "#009e73", "#0072b2", "#56b4e9", "#d55e00", "#cc79a7", "#e69f00"];
export const activityNames = ["", "computing", "sending", "receiving", "waiting", "polling", "waiting in a collective"];

function between(stops: Rgb[], at: number): Rgb {
  const x = Math.min(1, Math.max(0, at)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(x));
  const f = x - i;
  return stops[i].map((c, k) => Math.round(c + (stops[i + 1][k] - c) * f)) as Rgb;
}

// A colour at a place of the scale, from 0 to 1.
export function scaleColour(theme: Theme, difference: boolean, at: number): Rgb {
  return between((difference ? differences : scales)[theme].map(rgb), at);
}

export function categoryColour(theme: Theme, i: number): Rgb {
  return rgb(i >= 254 ? nobody[theme] : categories[i % categories.length]);
}

export function css(c: Rgb): string {
  return `rgb(${c[0]},${c[1]},${c[2]})`;
}

// Where on the scale a share of its end is. The logarithm covers three decades.
export function placeOf(share: number, difference: boolean, log: boolean): number {
  const size = Math.min(1, Math.abs(share));
  const place = log ? Math.log(1 + 999 * size) / Math.log(1000) : size;
  return difference ? 0.5 + 0.5 * Math.sign(share) * place : place;
}
