// SPDX-License-Identifier: MIT
// Pictures of pages: node shots.mjs OUT_FOLDER PAGE.html … Each with its tabs, and at a time.
import { mkdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { watched, withBrowser } from "./browser.mjs";

const [out, ...pages] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
await withBrowser(async (context) => {
  for (const file of pages) {
    const page = await watched(context);
    await page.goto("file://" + resolve(file));
    await page.waitForSelector("body[data-ready]");
    await page.evaluate(() => globalThis.kasuri.set({ theme: "light" }));
    const name = basename(file, ".html");
    const first = await page.evaluate(() => globalThis.kasuri.firstPicture);
    for (const tab of await page.$$eval("[role=tab]", (all) => all.map((t) => t.id))) {
      await page.click("#" + tab);
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${out}/${name}-${tab.slice(4)}.png` });
    }
    console.log(`${name}: first picture after ${Math.round(first)} ms; ${page.problems.join("; ") || "no errors"}`);
    await page.close();
  }
});
