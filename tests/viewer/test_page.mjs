// SPDX-License-Identifier: MIT
// Pages as a browser shows them: from the disk, without a network and without errors; scrubbing, pinning, keys,
// a link that restores the view, contrast.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { accessibility, kasuri, library, skip, source, watched, withBrowser } from "./browser.mjs";

if (!existsSync(join(dirname(kasuri), "viewer.html"))) skip("the page is not built: run make viewer");
library("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "kasuri-view-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const shots = process.env.KASURI_SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const gallery = (name) => resolve(source, "examples/gallery", name + ".toml");
function run(name, out, ...more) {
  const r = spawnSync(kasuri, ["run", gallery(name), "--out", join(folder, out), ...more], { encoding: "utf8" });
  return r.status;
}
const view = (...args) => execFileSync(kasuri, ["view", ...args], { encoding: "utf8" }).trim();

assert.equal(run("torus-power", "torus"), 0);
assert.equal(run("torus-power", "slow", "--set", "link.rate=1 GB/s"), 0);
assert.equal(run("deadlock", "deadlock"), 3);
assert.equal(run("fat-tree-alltoall", "plain", "--set", "statistics.split=none"), 0);
view(join(folder, "torus"), "-o", join(folder, "torus.html"));
view(join(folder, "torus"), join(folder, "slow"), "-o", join(folder, "difference.html"));
view(join(folder, "deadlock"), "-o", join(folder, "deadlock.html"));
view(join(folder, "plain"), "-o", join(folder, "plain.html"));
view(join(folder, "plain"), "--as-kept", "-o", join(folder, "kept.html"));
writeFileSync(join(folder, "tree.toml"), '[topology]\ntype = "fat-tree"\nradix = 20\n[[jobs]]\nmotif = { type = "stencil", grid = [50, 40], size = "4 KiB", steps = 1 }\n');
assert.equal(spawnSync(kasuri, ["run", join(folder, "tree.toml"), "--out", join(folder, "tree")]).status, 0);
writeFileSync(join(folder, "switch.toml"), '[topology]\ntype = "switch"\nendpoints = 4\n[[jobs]]\nmotif = { type = "stencil", grid = [2, 2], size = "4 KiB", steps = 1 }\n');
assert.equal(spawnSync(kasuri, ["run", join(folder, "switch.toml"), "--out", join(folder, "switch")]).status, 0);
view(join(folder, "switch"), "-o", join(folder, "switch.html"));
view(join(folder, "tree"), "-o", join(folder, "tree.html"));
view(gallery("chip"), "-o", join(folder, "chip.html"));
view(resolve(source, "examples/manycore/pde-sh2.toml"), "-o", join(folder, "manycore.html"));
view(gallery("fat-tree-alltoall"), "-o", join(folder, "machine.html"));
assert.ok(statSync(join(folder, "torus.html")).size < 15e6);

// Damage is refused in words.
writeFileSync(join(folder, "slow/results.h5"), "x");
const damaged = spawnSync(kasuri, ["view", join(folder, "slow")], { encoding: "utf8" });
assert.equal(damaged.status, 2);
assert.match(damaged.stderr, /results\.h5: error: this file is damaged/);

const at = (page) => page.evaluate(() => globalThis.kasuri.state);
async function open(context, name) {
  const page = await watched(context);
  await page.goto("file://" + join(folder, name));
  await page.waitForSelector("body[data-ready]");
  return page;
}
async function clean(page, name) {
  if (shots) await page.screenshot({ path: join(shots, name + ".png") });
  assert.deepEqual(page.problems, [], name);
  assert.deepEqual(page.requests, [], name);
}

await withBrowser(async (context) => {
  const page = await open(context, "torus.html");
  // Scrubbing: other colours, and the clock says when.
  const colours = () => page.evaluate(() => [...globalThis.kasuri.scene.links.bytes].reduce((a, b, i) => (i % 2 ? a : (a * 31 + b) % 1e9), 7));
  const whole = await colours();
  await page.focus('input[aria-label="Time"]');
  for (let i = 0; i < 3; ++i) await page.keyboard.press("PageUp");
  await page.waitForFunction(() => globalThis.kasuri.state.time > 0);
  await page.waitForTimeout(200);
  assert.notEqual(await colours(), whole);
  assert.match(await page.textContent(".time output"), /s$/);
  // Keys: pin the busiest link, turn the picture, unpin.
  await page.focus(".scene canvas");
  await page.keyboard.press("n");
  await page.waitForSelector("#pinned .uplot");
  assert.equal((await at(page)).pin.kind, "links");
  const before = await page.evaluate(() => globalThis.kasuri.scene.view());
  await page.keyboard.press("ArrowLeft");
  assert.notDeepEqual(await page.evaluate(() => globalThis.kasuri.scene.view()), before);
  await clean(page, "pinned");
  // A link restores all of it.
  const hash = await page.evaluate(() => globalThis.kasuri.hash());
  const again = await open(context, "torus.html" + hash);
  const [a, b] = [await at(page), await at(again)];
  for (const key of ["time", "pin", "links", "theme"]) assert.deepEqual(b[key], a[key], key);
  await again.close();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => globalThis.kasuri.state.pin === null);
  // The pointer: what is under a router's place is that router.
  const place = await page.evaluate(() => globalThis.kasuri.scene.project(globalThis.kasuri.scene.router(5)));
  const found = await page.evaluate(([x, y]) => globalThis.kasuri.scene.pick(x, y), place);
  assert.ok(found, "something is picked");
  // The path is the routing's: in each dimension one way.
  await page.evaluate(() => globalThis.kasuri.set({ path: [0, 9] }));
  await page.waitForFunction(() => /by the routing/.test(document.querySelector("#pinned").textContent));
  assert.match(await page.textContent("#pinned"), /\(0,0,0\) → \(1,0,0\)/);
  for (const tab of ["curves", "energy", "links", "heat", "ranks", "facts"]) {
    await page.click("#tab-" + tab);
    await page.waitForTimeout(150);
    await clean(page, "torus-" + tab);
  }
  // Light and dark.
  for (const theme of ["light", "dark"]) {
    await page.evaluate((t) => globalThis.kasuri.set({ theme: t }), theme);
    assert.deepEqual(await accessibility(page), [], theme);
    await clean(page, theme);
  }
  const svg = page.waitForEvent("download");
  await page.click("text=SVG");
  assert.match(readFileSync(await (await svg).path(), "utf8"), /<path d="M/);
  await page.close();

  // A run without statistics is repeated for what happened over time; without that, the page says how.
  const plain = await open(context, "plain.html");
  assert.equal(await plain.textContent("#tab-facts"), "Summary");
  assert.match(await plain.textContent("header"), /Bottleneck: .* links/);
  assert.match(await plain.textContent("#panel"), /result hash|ranks, .* messages/);
  assert.match(await plain.textContent("#panel"), /a repetition with --statistics/);
  assert.ok(await plain.evaluate(() => globalThis.kasuri.header.axes.chunks.begin.length >= 64));
  // The legend ends at the busiest link's value in the table, or at 100 %.
  const end = (p) => p.textContent(".legend .ends span:last-child");
  await plain.click("#tab-links");
  assert.equal(await end(plain), await plain.textContent("#panel tbody td.number"));
  await plain.evaluate(() => globalThis.kasuri.set({ scale: "full" }));
  assert.equal(await end(plain), "100 %");
  // Links over time: a value under the pointer, and a click pins.
  await plain.click("#tab-heat");
  await plain.waitForFunction(() => /colours from 0 to 100 %/.test(document.querySelector("#panel").textContent));
  await plain.mouse.move(600, 700);
  await plain.waitForFunction(() => /→ .* us: busy [0-9.]+ %/.test(document.querySelector(".over-time .tip").textContent));
  await plain.mouse.click(600, 700);
  await plain.waitForFunction(() => globalThis.kasuri.state.pin?.kind === "links" && globalThis.kasuri.state.time > 0);
  // Ranks: few enough of them and of the time that messages are lines.
  await plain.click("#tab-ranks");
  await plain.click("text=Messages");
  const near = await plain.evaluate(() => globalThis.kasuri.panels.ranks.inSight().length);
  assert.ok(near > 0 && near <= 500, `${near} messages in sight`);
  // Esc closes the help, and nothing else.
  await plain.evaluate(() => globalThis.kasuri.set({ pin: { kind: "links", id: 0 } }));
  await plain.keyboard.press("?");
  await plain.waitForSelector("dialog[open]");
  await plain.keyboard.press("Escape");
  await plain.waitForSelector("dialog", { state: "detached" });
  assert.ok((await at(plain)).pin);
  await clean(plain, "plain");
  const kept = await open(context, "kept.html");
  assert.match(await kept.textContent("#panel"), /kasuri run .*plain\/config\.toml --statistics/);
  await kept.close();

  // A machine without links between routers.
  const single = await open(context, "switch.html");
  assert.deepEqual(await single.$$eval("[role=tab]", (all) => all.map((t) => t.textContent)), ["Summary", "Curves", "Ranks"]);
  await single.click("#tab-ranks");
  await clean(single, "switch");
  await single.close();
  // A tree of 2,000 nodes is pods and parts of its top; a click pins the busiest link of a line.
  const tree = await open(context, "tree.html");
  const drawn = () => tree.evaluate(() => [globalThis.kasuri.scene.links.count, globalThis.kasuri.scene.routers.count]);
  assert.deepEqual(await drawn(), [2 * (20 + 20 * 12), 20 + 20 + 12]);
  assert.match(await tree.textContent(".legend"), /mean of each line/);
  const values = await tree.evaluate(async () => {
    const v = globalThis.kasuri, q = v.model.quantity("links-busy");
    const all = await Promise.all(v.shape.members[0].map((l) => v.model.value(q, l, null)));
    return { mean: all.reduce((a, b) => a + b) / all.length, byte: v.scene.links.bytes[0], most: q.total_most };
  });
  assert.ok(Math.abs((values.byte / 255) ** 2 * values.most - values.mean) <= 0.01 * values.most, JSON.stringify(values));
  const spot = await tree.evaluate(() => {
    const s = globalThis.kasuri.scene, [a, b] = s.line(0);
    return s.project(a.lerp(b, 0.7));
  });
  const corner = await tree.locator(".scene").boundingBox();
  await tree.mouse.click(corner.x + spot[0], corner.y + spot[1]);
  await tree.waitForFunction(() => globalThis.kasuri.state.pin?.kind === "links");
  await clean(tree, "tree");
  await tree.selectOption("#choice-all", "yes");
  await tree.waitForFunction(() => globalThis.kasuri.scene.links.count === 8000);
  assert.deepEqual(await accessibility(tree), []);
  await clean(tree, "tree-all");
  await tree.close();

  const deadlock = await open(context, "deadlock.html");
  await deadlock.waitForSelector("#cycle-on");
  assert.match(await deadlock.textContent("header"), /The run ended early at .*: deadlock/);
  await deadlock.click("#cycle-on");
  await deadlock.waitForFunction(() => document.querySelector("[aria-current=step]")?.textContent.startsWith("(1,"));
  await clean(deadlock, "deadlock");
  const difference = await open(context, "difference.html");
  assert.match(await difference.textContent(".legend"), /red: more in the second run/);
  await clean(difference, "difference");
  const chip = await open(context, "chip.html");
  assert.ok(!(await chip.isVisible(".time")), "a plan without time has no scrubber");
  await chip.click("#tab-circuits");
  await chip.click("#circuit-0");
  await clean(chip, "chip");
  // A many-core chip: its work in a sentence, and ranks over time: a wave that begins at the first.
  const manycore = await open(context, "manycore.html");
  assert.match(await manycore.textContent("header"), /Elements worked [1-9][0-9]? % of their clocks/);
  await manycore.click("#tab-heat");
  await manycore.waitForFunction(() => globalThis.kasuri.panels.heat?.rows.length === 24);
  const ends = await manycore.evaluate(() => globalThis.kasuri.panels.heat.rows.map((r) => r.curve.findLastIndex((x) => x > 50)));
  assert.ok(ends.every((e, i) => i === 0 || e + 1 >= ends[i - 1]) && ends[0] < ends[23], ends.join(" "));
  assert.deepEqual(await accessibility(manycore), []);
  await clean(manycore, "manycore");
  await manycore.close();
  const machine = await open(context, "machine.html");
  assert.match(await machine.textContent("#panel"), /kasuri run CONFIG --statistics/);
  await clean(machine, "machine");
});
console.log("the pages are as they should be");
