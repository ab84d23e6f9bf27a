// SPDX-License-Identifier: MIT
// Numbers for people.

const prefixes: [number, string][] = [
  [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"],
];

export function digits(x: number, count = 4): string {
  if (x === 0) return "0";
  if (Math.abs(x) >= 10 ** count) return Math.round(x).toLocaleString("en-US");
  return String(Number(x.toPrecision(count)));
}

export function quantity(x: number, unit: string): string {
  if (!Number.isFinite(x)) return "–";
  if (unit === "B/s" || unit === "W" || unit === "bit" || unit === "J") {
    for (const [scale, prefix] of prefixes) {
      if (Math.abs(x) >= scale * 0.9995) return `${digits(x / scale)} ${prefix}${unit}`;
    }
    return `0 ${unit}`;
  }
  return unit === "" ? digits(x) : `${digits(x, 3)} ${unit}`;
}

export function time(ps: number, unit = "ps"): string {
  if (unit !== "ps") return `${unit} ${Math.floor(ps).toLocaleString("en-US")}`;
  for (const [scale, name] of [[1e12, "s"], [1e9, "ms"], [1e6, "us"], [1e3, "ns"]] as [number, string][]) {
    if (Math.abs(ps) >= scale) return `${digits(ps / scale)} ${name}`;
  }
  return `${Math.round(ps)} ps`;
}
