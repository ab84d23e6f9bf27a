// SPDX-License-Identifier: MIT
// kasuri serve and kasuri run --watch as two browsers see them: check as one types, run, progress, result,
// comparison; a killed run, a killed service, a full disk; and all that is refused.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { accessibility, kasuri, library, skip, watched, withBrowser } from "./browser.mjs";

if (!existsSync(join(dirname(kasuri), "viewer.html"))) skip("the page is not built: run make viewer");
library("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "kasuri-serve-"));
const shots = process.env.KASURI_SHOTS;
if (shots) mkdirSync(shots, { recursive: true });
const children = new Set();
process.on("exit", () => {
  for (const c of children) c.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Starts a program and waits for the address that it prints.
async function started(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  child.said = "";
  child.ended = new Promise((done) => child.on("exit", (code) => { children.delete(child); done(code); }));
  const address = new Promise((found, failed) => {
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (d) => {
      child.said += d;
      const url = child.said.match(/http:\/\/\S+(?=\s)/);
      if (url) found(url[0]);
    });
    child.on("exit", () => failed(new Error(`it ended: ${child.said}`)));
  });
  return { child, url: await address };
}
const serve = (...more) => started(kasuri, ["serve", join(folder, "service"), "--port", "0", ...more]);

// A request as any program can make it: paths and headers as they are, with the token if `url` has it.
function ask(url, path, { method = "GET", headers = {}, body } = {}) {
  const { hostname, port, searchParams } = new URL(url);
  const token = searchParams.get("token");
  const all = token ? { Authorization: `Bearer ${token}`, ...headers } : headers;
  return new Promise((done, failed) => {
    const r = request({ hostname, port, path, method, headers: all }, (answer) => {
      let text = "";
      answer.on("data", (d) => (text += d));
      answer.on("end", () => done({ status: answer.statusCode, text, headers: answer.headers }));
    });
    r.on("error", failed);
    r.end(body);
  });
}
const post = (url, path, body, headers = {}) => ask(url, path, { method: "POST", headers, body: JSON.stringify(body) });
const listed = async (url, headers = {}) => JSON.parse((await ask(url, "/api/runs", { headers })).text);
async function until(url, id, states) {
  for (;;) {
    const run = (await listed(url)).find((r) => r.id === id);
    assert.ok(run, `${id} is listed`);
    if (states.includes(run.state)) return run;
    await pause(100);
  }
}
async function submit(url, name, config) {
  const r = await post(url, "/api/run", { name, config, statistics: false });
  assert.equal(r.status, 200, r.text);
  return JSON.parse(r.text).id;
}
// Longer than any test takes, and stopped by it.
const endless = (load) => `[topology]\ntype = "torus"\nextents = [8, 8]\n[[jobs]]\npattern = { type = "uniform", load = ${load}, duration = "1000 s" }\n`;
const quick = endless(0.3).replace("1000 s", "5 us");

async function shot(page, name) {
  if (shots) await page.screenshot({ path: join(shots, name + ".png") });
}

async function twoBrowsers(url) {
  await withBrowser(async (one) => withBrowser(async (two) => {
    const page = await watched(one), other = await watched(two);
    await page.goto(url);
    await other.goto(url);
    for (const p of [page, other]) await p.waitForSelector("body[data-ready]");
    // Wrong as typed, then right: the words of kasuri check.
    await page.fill("#config", '[topology]\ntype = "torus"\nextents = [8, 0]\n');
    await page.waitForFunction(() => /config\.toml:3:\d+: error: /.test(document.querySelector("#check").textContent));
    assert.equal(await page.inputValue("#field-topology-extents"), "[8, 0]");
    await shot(page, "service-wrong");
    await page.selectOption("#preset", "uniform traffic on a torus");
    await page.waitForFunction(() => document.querySelector("#check").className === "" && document.querySelector("#check").textContent !== "");
    // The form writes into the text.
    await page.selectOption("#section", "router");
    assert.equal(await page.inputValue("#field-router-vcs"), "2");
    await page.fill("#field-router-vcs", "4");
    await page.press("#field-router-vcs", "Tab");
    assert.match(await page.inputValue("#config"), /vcs = 4/);
    await page.fill("#name", "Torus & <four>");
    await page.click("#start");
    await other.fill("#config", quick);
    await other.fill("#name", "other");
    await other.click("#start");
    for (const p of [page, other]) {
      await p.waitForSelector('a[href="runs/torus----four-001/view"]');
      await p.waitForSelector('a[href="runs/other-001/view"]');
    }
    assert.deepEqual(await accessibility(page), []);
    await shot(page, "service");
    for (const id of ["torus----four-001", "other-001"]) await page.check(`[aria-label="compare ${id}"]`);
    await page.click("#compare");
    await page.waitForSelector("body[data-ready] .legend");
    assert.match(await page.textContent(".legend"), /red: more in the second run/);
    await shot(page, "service-compare");
    await other.click('a[href="runs/torus----four-001/view"]');
    await other.waitForSelector("body[data-ready] .scene canvas");
    assert.match(await other.title(), /torus----four-001/);
    await shot(other, "service-view");
    // A run that goes on shows that it does, and stops when told; its results so far are kept.
    await page.goto(url);
    await page.fill("#config", endless(0.4));
    await page.fill("#name", "long");
    await page.click("#start");
    await page.waitForSelector('[aria-label="progress of long-001"]');
    await page.waitForFunction(() => / of simulated time|packets|%/.test(document.querySelector("#history").textContent));
    await shot(page, "service-progress");
    await page.click('[aria-label="Stop long-001"]');
    await page.waitForSelector('a[href="runs/long-001/view"]');
    await page.click('[aria-label="Delete long-001"]');
    await page.waitForFunction(() => !/long-001/.test(document.querySelector("#history").textContent));
    for (const p of [page, other]) assert.deepEqual(p.problems, []);
  }));
}

async function refusals(url) {
  const { host } = new URL(url);
  const refused = async (status, path, options, words) => {
    const r = await ask(url, path, options);
    assert.equal(r.status, status, `${path} ${JSON.stringify(options)}: ${r.text.slice(0, 200)}`);
    if (words) assert.match(r.text, words);
  };
  await refused(403, "/", { headers: { Host: "evil.example" } }, /name/);
  await refused(403, "/api/runs", { headers: { Origin: "http://evil.example" } }, /origins/);
  await refused(403, "/api/runs", { headers: { Origin: "null" } }, /origins/);
  await refused(403, "/api/check", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" }, body: "{}" }, /sites/);
  assert.equal((await post(url, "/api/check", { config: quick }, { Origin: `http://${host}` })).status, 200);
  for (const path of ["/../etc/passwd", "/runs/../../../etc/passwd", "/runs/%2e%2e/log", "/runs/..%2f..%2fservice.lock/log", "/service.lock"]) {
    await refused(404, path);
  }
  await refused(400, "/runs/none/log", {}, /there is no run none/);
  await refused(400, "/api/run", { method: "POST", body: "no JSON" }, /config/);
  await refused(413, "/api/check", { method: "POST", body: "x".repeat(5 << 20) });
  // Files outside of the folder, by name and by a link; programs.
  writeFileSync(join(folder, "secret.txt"), "secret\n");
  const check = async (job) => JSON.parse((await post(url, "/api/check", { config: `[topology]\ntype = "torus"\nextents = [8, 8]\n[[jobs]]\n${job}\n` })).text);
  for (const name of ["/etc/passwd", "../secret.txt"]) {
    const said = await check(`trace = "${name}"`);
    assert.equal(said.ok, false);
    assert.match(said.text, /is outside of the folders that may be read here/);
  }
  const program = await check('program = "a.out"\nranks = 4');
  assert.equal(program.ok, false);
  assert.match(program.text, /programs are not run here: start `kasuri serve` with --programs DIR/);
  const run = await post(url, "/api/run", { name: "p", config: '[topology]\ntype = "torus"\nextents = [8, 8]\n[[jobs]]\nprogram = "a.out"\nranks = 4\n' });
  assert.equal(run.status, 400);
}

async function deaths(first) {
  let { child, url } = first;
  const finished = await submit(url, "kept", quick);
  const before = await until(url, finished, ["finished"]);
  const victim = await submit(url, "victim", endless(0.2));
  await until(url, victim, ["running"]);
  const waiting = await submit(url, "waiting", quick);
  const pid = () => Number(readFileSync(join(folder, "service/runs", victim, "pid"), "utf8"));
  for (let i = 0; i < 100 && !existsSync(join(folder, "service/runs", victim, "pid")); ++i) await pause(50);
  // Another service is not let in; the killed one's runs go on.
  await assert.rejects(serve(), /another `kasuri serve` works in this folder/);
  child.kill("SIGKILL");
  await child.ended;
  process.kill(pid(), 0);
  const second = await serve();
  ({ child, url } = second);
  assert.equal((await until(url, victim, ["running"])).state, "running");
  assert.equal((await until(url, waiting, ["waiting"])).state, "waiting");
  assert.equal((await until(url, finished, ["finished"])).result_hash, before.result_hash);
  process.kill(pid(), "SIGKILL");
  assert.match((await until(url, victim, ["lost"])).why, /killed/);
  await until(url, waiting, ["finished"]);
  child.kill("SIGINT");
  assert.equal(await child.ended, 0);
}

async function limits() {
  const { child, url } = await serve("--time", "1", "--memory", "200 MiB");
  const long = await submit(url, "over-time", endless(0.3));
  assert.equal((await until(url, long, ["finished"])).end_reason, "interrupted");
  const large = await post(url, "/api/run", { name: "large", config: endless(0.3).replace("[8, 8]", "[600, 600]") });
  assert.equal(large.status, 400);
  assert.match(large.text, /memory/);
  child.kill("SIGINT");
  await child.ended;
}

// A disk that fills: here, files that may not become longer.
async function fullDisk() {
  const { child, url } = await started("sh", ["-c", 'ulimit -f 40; trap "" XFSZ; exec "$0" serve "$1" --port 0', kasuri, join(folder, "service")]);
  const kept = (await listed(url)).filter((r) => r.state === "finished").map((r) => r.id);
  assert.ok(kept.length > 0);
  const id = await submit(url, "no-space", quick.replace("[8, 8]", "[16, 16]"));
  assert.match((await until(url, id, ["lost"])).why, /disk|written|large|space/i);
  const config = "#".repeat(60_000) + "\n" + quick;
  const refused = await post(url, "/api/run", { name: "too-long", config });
  assert.ok(refused.status >= 400, refused.text);
  assert.match(refused.text, /written|full/);
  const now = (await listed(url)).filter((r) => r.state === "finished").map((r) => r.id);
  assert.deepEqual(now, kept);
  child.kill("SIGINT");
  await child.ended;
}

// A token is needed on every address, and a browser keeps it.
async function tokens(...listen) {
  const { child, url: link } = await serve(...listen);
  assert.match(link, /token=[0-9a-f]{32}/);
  const token = new URL(link).searchParams.get("token"), url = new URL("/", link).href;
  for (const path of ["/", "/api/runs", "/?token=wrong"]) assert.equal((await ask(url, path)).status, 401);
  const page = await ask(url, "/?token=" + token);
  assert.equal(page.status, 200);
  const cookie = page.headers["set-cookie"][0].split(";")[0];
  assert.equal((await ask(url, "/api/runs", { headers: { Cookie: cookie } })).status, 200);
  assert.equal((await ask(url, "/api/runs", { headers: { Cookie: cookie, Origin: "http://evil.example" } })).status, 403);
  child.kill("SIGINT");
  await child.ended;
}

async function watch() {
  const config = join(folder, "watched.toml");
  writeFileSync(config, endless(0.4));
  const { child, url } = await started(kasuri, ["run", config, "--watch", "--out", join(folder, "watched")]);
  await withBrowser(async (context) => {
    const page = await watched(context);
    await page.goto(url);
    await page.waitForSelector("body[data-ready] progress");
    await page.waitForFunction(() => globalThis.kasuri.model.data.header.live && globalThis.kasuri.scene.links.bytes.some((b, i) => i % 2 === 0 && b > 50));
    await page.waitForFunction(() => /[0-9] /.test(document.querySelector(".time").textContent.replace("the run begins", "")));
    await page.waitForTimeout(200);
    await shot(page, "watch");
    child.kill("SIGINT");
    await page.waitForFunction(() => globalThis.kasuri?.model.data.header.live !== true && document.body.dataset.ready === "yes");
    await shot(page, "watch-ended");
    await child.ended;
    assert.deepEqual(page.problems, []);
  });
  assert.ok(existsSync(join(folder, "watched/summary.json")));
}

const service = await serve();
await refusals(service.url);
await twoBrowsers(service.url);
await deaths(service);
await limits();
await fullDisk();
await tokens();
await tokens("--listen", "0.0.0.0");
await watch();
assert.deepEqual(readdirSync(join(folder, "service")).filter((n) => !["runs", "service.lock", "temporary"].includes(n)), []);
console.log("the service is as it should be");
process.exit(0);
