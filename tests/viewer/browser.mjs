// SPDX-License-Identifier: MIT
// Chromium for the tests: headless, without a network, drawing with software.
import { createRequire } from "node:module";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const source = process.env.KASURI_SOURCE ?? ".";
export const kasuri = process.env.KASURI ?? "build/kasuri";
const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const kSkipped = 77;

export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(kSkipped);
}

const require = createRequire(new URL("../../web/package.json", import.meta.url));
export function library(name) {
  try {
    return require(name);
  } catch {
    skip(`${name} is not installed: run make viewer, which needs npm and its registry`);
  }
}

export function axeSource() {
  return require.resolve("axe-core/axe.min.js");
}

// Opens a browser, calls f(context), and closes it.
export async function withBrowser(f, size = { width: 1280, height: 860 }) {
  if (!existsSync(chromiumPath)) skip(`there is no ${chromiumPath}; tools/install-deps installs it`);
  const { chromium } = library("playwright-core");
  const profile = mkdtempSync(join(tmpdir(), "kasuri-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath, headless: true, viewport: size,
    args: ["--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    return await f(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

// A page that notes its errors and what it asks the network for.
export async function watched(context) {
  const page = await context.newPage();
  page.problems = [];
  page.requests = [];
  page.on("console", (m) => { if (m.type() === "error") page.problems.push(m.text()); });
  page.on("pageerror", (e) => page.problems.push(String(e)));
  page.on("request", (r) => { if (!/^(file|data|blob):/.test(r.url())) page.requests.push(r.url()); });
  return page;
}

// What axe-core finds wrong, in words.
export async function accessibility(page) {
  await page.addScriptTag({ path: axeSource() });
  const found = await page.evaluate(async () => {
    const r = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] });
    return r.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join("; ")}`);
  });
  return found;
}

export { source };
