// SPDX-License-Identifier: MIT
// The machine in three dimensions. A link is the half of the line that is nearer to its source, so that both
// directions are seen. All links are one draw call, all routers another: colours come from a texture of one
// byte per link, so that another time or quantity uploads that texture alone. What is under the pointer is
// found in a small picture in which colours are numbers. While the picture moves, as many links are drawn as
// the host can; all of them when it rests.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";

export type Item = { kind: "links" | "routers" | "nodes"; id: number };

export interface Machine {
  at: Float32Array; // of routers
  from: Uint32Array;
  to: Uint32Array;
  stub: Uint8Array;
  slant: Int8Array | null; // links that are drawn as slanted strokes, up or down
  lineOf: Int32Array | null; // the line of each link, -1: none; null: each has one
  boxOf: Uint32Array | null; // the point of each router
  nodeAt: Float32Array; // of nodes that are drawn
  flat: boolean;
  tiles: boolean; // points are squares that nearly meet
  pitch: number; // between routers, about
}

const kWidth = 1024;
const kFrame = 1000 / 30;
const kLegend = 66, kNames = 50; // pixels
const kMostWide = 30000; // links that are drawn as ribbons of more than one pixel

const vertexOf = (points: boolean) => `
  in float item;
  ${points ? "" : "in vec3 other; in float side; uniform float wide;"}
  uniform vec2 view;
  uniform sampler2D values;
  uniform sampler2D colours;
  uniform float height;
  uniform float size;
  uniform float first;
  uniform bool picking;
  uniform bool flatly;
  uniform float strong;
  uniform float middle;
  out vec4 shade;
  void main() {
    float column = mod(item, ${kWidth}.0), row = floor(item / ${kWidth}.0);
    vec2 value = texture(values, vec2((column + 0.5) / ${kWidth}.0, (row + 0.5) / height)).rg;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    // What has more is thicker, and in a plane above the others.
    float share = strong > 0.0 ? min(1.0, abs(value.r - middle) / strong) : 1.0;
    if (flatly) gl_Position.z -= ${points ? "0.0012" : "share * 0.001"} * gl_Position.w;
    ${points ? "gl_PointSize = clamp(size * projectionMatrix[1][1] * 0.5 * view.y / gl_Position.w, 2.0, 36.0);" : ""}
    ${points ? "" : `if (wide > 0.0) {
      vec4 there = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
      vec2 along = (there.xy / max(there.w, 1e-4) - gl_Position.xy / max(gl_Position.w, 1e-4)) * view;
      float far = length(along);
      vec2 across = far > 1e-6 ? vec2(-along.y, along.x) / far : vec2(0.0);
      gl_Position.xy += across * side * wide * mix(0.3, 1.0, share) / view * gl_Position.w;
    }`}
    if (value.g < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    float id = item + first + 1.0;
    shade = picking ? vec4(mod(id, 256.0), mod(floor(id / 256.0), 256.0), floor(id / 65536.0), 255.0) / 255.0
                    : texture(colours, vec2((value.r * 255.0 + 0.5) / 256.0, 0.5));
  }`;
const fragmentOf = (points: boolean) => `
  in vec4 shade;
  out vec4 colour;
  uniform bool tiles;
  void main() {
    ${points ? "if (!tiles && length(gl_PointCoord - 0.5) > 0.5) discard;" : ""}
    colour = shade;
  }`;

// One kind of items: their colours and which are shown.
export class Layer {
  readonly bytes: Uint8Array; // value and visibility of each
  readonly colours = new Uint8Array(256 * 4);
  readonly material: THREE.ShaderMaterial;
  private texture: THREE.DataTexture;
  private colourTexture: THREE.DataTexture;

  constructor(readonly count: number, points: boolean, first: number) {
    const height = Math.max(1, Math.ceil(count / kWidth));
    this.bytes = new Uint8Array(kWidth * height * 2);
    for (let i = 0; i < count; ++i) this.bytes[2 * i + 1] = 255;
    this.texture = new THREE.DataTexture(this.bytes, kWidth, height, THREE.RGFormat);
    this.colourTexture = new THREE.DataTexture(this.colours, 256, 1, THREE.RGBAFormat);
    this.material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: vertexOf(points),
      fragmentShader: fragmentOf(points),
      uniforms: {
        values: { value: this.texture }, colours: { value: this.colourTexture }, height: { value: height },
        flatly: { value: false }, tiles: { value: false }, strong: { value: 0 }, middle: { value: 0 },
        size: { value: 1 }, view: { value: new THREE.Vector2(1, 1) }, wide: { value: 0 }, picking: { value: false }, first: { value: first },
      },
    });
  }

  changed(): void {
    this.texture.needsUpdate = true;
    this.colourTexture.needsUpdate = true;
  }
}

export class Scene {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera: THREE.PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly links: Layer;
  readonly routers: Layer;
  readonly nodes: Layer;
  onFrame: () => void = () => {};
  frames: number[] = []; // how long the last ones took, ms
  drawn = 1; // share of the links in the last frame

  private scene = new THREE.Scene();
  private overlay = new THREE.Group();
  private lines: THREE.LineSegments | THREE.Mesh;
  private each: number; // vertices of a link in the draw range
  private share = 1;
  private width = 0; // of the canvas, in CSS pixels
  private height = 0;
  private due = false;
  private moving = 0;
  private rest = 0;
  private last = 0; // when the last frame began
  private sizes = new ResizeObserver(() => this.resize());
  private pickTarget = new THREE.WebGLRenderTarget(9, 9);

  constructor(readonly canvas: HTMLCanvasElement, readonly machine: Machine) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: machine.from.length < 100000 });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1e6);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.move());
    const routers = machine.at.length / 3;
    const n = machine.from.length;
    this.links = new Layer(n, false, 0);
    this.routers = new Layer(routers, true, n);
    this.nodes = new Layer(machine.nodeAt.length / 3, true, n + routers);
    const wide = n <= kMostWide;
    this.each = wide ? 6 : 2;
    this.links.material.uniforms.wide.value = wide ? (n < 3000 ? 2.2 : 1.5) : 0;
    for (const layer of [this.links, this.routers, this.nodes]) layer.material.uniforms.flatly.value = machine.flat;
    this.routers.material.uniforms.tiles.value = machine.tiles;
    this.links.material.side = THREE.DoubleSide;
    this.lines = wide ? new THREE.Mesh(this.wideGeometry(), this.links.material) : new THREE.LineSegments(this.lineGeometry(), this.links.material);
    this.lines.frustumCulled = false;
    this.scene.add(this.lines, this.points(machine.at, this.routers, machine.tiles ? 0.94 : 0.26));
    if (machine.nodeAt.length) this.scene.add(this.points(machine.nodeAt, this.nodes, 0.16));
    this.scene.add(this.overlay);
    this.sizes.observe(canvas.parentElement as Element);
    this.resize();
    this.home();
  }

  // Where a line begins and ends in the picture.
  line(l: number): [THREE.Vector3, THREE.Vector3] {
    const { at, from, to, stub, slant, pitch } = this.machine;
    const a = new THREE.Vector3().fromArray(at, 3 * from[l]);
    const b = new THREE.Vector3().fromArray(at, 3 * to[l]);
    if (slant?.[l]) return [a, a.clone().add(new THREE.Vector3(0.36 * slant[l], 0.36 * slant[l], 0))];
    if (stub[l]) return [a, a.clone().add(a.clone().sub(b).normalize().multiplyScalar(0.45 * pitch))];
    return [a, a.clone().lerp(b, 0.5)];
  }
  // Of a link; within a box, a short one.
  segment(link: number, router: number): [THREE.Vector3, THREE.Vector3] {
    const l = this.machine.lineOf ? this.machine.lineOf[link] : link;
    if (l >= 0) return this.line(l);
    const a = this.router(router);
    return [a, a.clone().add(new THREE.Vector3(0, 0.5, 0))];
  }
  place(point: number): THREE.Vector3 {
    return new THREE.Vector3().fromArray(this.machine.at, 3 * point);
  }

  private lineGeometry(): THREE.BufferGeometry {
    const n = this.machine.from.length;
    const position = new Float32Array(6 * n);
    const item = new Float32Array(2 * n);
    const order = new Uint32Array(n);
    for (let i = 0; i < n; ++i) order[i] = i;
    // The first so many are a sample of all.
    let seed = 12345;
    for (let i = n - 1; i > 0; --i) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const j = seed % (i + 1);
      const t = order[i];
      order[i] = order[j];
      order[j] = t;
    }
    for (let k = 0; k < n; ++k) {
      const i = order[k];
      const [a, b] = this.line(i);
      a.toArray(position, 6 * k);
      b.toArray(position, 6 * k + 3);
      item[2 * k] = item[2 * k + 1] = i;
    }
    const g = new THREE.BufferGeometry();
    g.setAttribute("position", new THREE.BufferAttribute(position, 3));
    g.setAttribute("item", new THREE.BufferAttribute(item, 1));
    return g;
  }

  // Two triangles for each link; the shader moves their corners to both sides.
  private wideGeometry(): THREE.BufferGeometry {
    const thin = this.lineGeometry();
    const at = thin.getAttribute("position").array, item = thin.getAttribute("item").array;
    const n = at.length / 6;
    const position = new Float32Array(12 * n), other = new Float32Array(12 * n), side = new Float32Array(4 * n), items = new Float32Array(4 * n);
    const index = new Uint32Array(6 * n);
    for (let l = 0; l < n; ++l) {
      for (let corner = 0; corner < 4; ++corner) {
        const end = corner >> 1, k = 4 * l + corner;
        for (let d = 0; d < 3; ++d) {
          position[3 * k + d] = at[6 * l + 3 * end + d];
          other[3 * k + d] = at[6 * l + 3 * (1 - end) + d];
        }
        side[k] = (corner & 1 ? 1 : -1) * (end ? -1 : 1);
        items[k] = item[2 * l];
      }
      index.set([4 * l, 4 * l + 1, 4 * l + 2, 4 * l + 2, 4 * l + 1, 4 * l + 3], 6 * l);
    }
    const g = new THREE.BufferGeometry();
    g.setAttribute("position", new THREE.BufferAttribute(position, 3));
    g.setAttribute("other", new THREE.BufferAttribute(other, 3));
    g.setAttribute("side", new THREE.BufferAttribute(side, 1));
    g.setAttribute("item", new THREE.BufferAttribute(items, 1));
    g.setIndex(new THREE.BufferAttribute(index, 1));
    return g;
  }

  private points(at: Float32Array, layer: Layer, size: number): THREE.Points {
    const g = new THREE.BufferGeometry();
    const item = new Float32Array(at.length / 3);
    for (let i = 0; i < item.length; ++i) item[i] = i;
    g.setAttribute("position", new THREE.BufferAttribute(at, 3));
    g.setAttribute("item", new THREE.BufferAttribute(item, 1));
    layer.material.uniforms.size.value = size * this.machine.pitch;
    const p = new THREE.Points(g, layer.material);
    p.frustumCulled = false;
    return p;
  }

  // The whole machine, as at the beginning.
  home(): void {
    const box = new THREE.Box3();
    const v = new THREE.Vector3();
    for (let i = 0; i < this.machine.at.length; i += 3) box.expandByPoint(v.fromArray(this.machine.at, i));
    const middle = box.getCenter(new THREE.Vector3());
    const size = box.getSize(new THREE.Vector3());
    const radius = Math.max(1, size.length() / 2 + this.machine.pitch);
    const across = Math.min(1, this.camera.aspect);
    // Of a picture in a plane, nothing is behind the legend.
    const below = this.machine.flat ? Math.min(0.3, kLegend / this.height) : 0.1;
    const { pitch } = this.machine;
    const far = this.machine.flat
      ? Math.max((size.y / 2 + 1.6 * pitch) / (1 - below), (size.x / 2 + pitch) / (1 - Math.min(0.3, (2 * kNames) / this.width)) / this.camera.aspect) * 2.85
      : (1.2 * radius) / Math.sin(((this.camera.fov / 2) * Math.PI) / 180) / across;
    middle.y -= far * Math.tan(((this.camera.fov / 2) * Math.PI) / 180) * below;
    const towards = this.machine.flat ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0.55, 0.42, 0.72).normalize();
    this.camera.position.copy(middle).addScaledVector(towards, Math.max(far, 3));
    this.camera.near = far / 1000;
    this.camera.far = far * 20;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.update();
    this.draw();
  }

  view(): number[] {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()].map((x) => Number(x.toFixed(3)));
  }
  setView(v: number[]): void {
    if (v.length !== 6 || v.some((x) => !Number.isFinite(x))) return;
    this.camera.position.fromArray(v);
    this.controls.target.fromArray(v, 3);
    this.controls.update();
    this.draw();
  }

  // By keys: angles in radians; a factor of the distance.
  turn(right: number, up: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const s = new THREE.Spherical().setFromVector3(offset);
    s.theta -= right;
    s.phi = Math.min(Math.PI - 0.05, Math.max(0.05, s.phi - up));
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3().setFromSpherical(s));
    this.camera.lookAt(this.controls.target);
    this.controls.update();
    this.move();
  }
  zoom(factor: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.move();
  }
  slide(right: number, up: number): void {
    const far = this.camera.position.distanceTo(this.controls.target);
    const step = new THREE.Vector3(right, up, 0).multiplyScalar(far * 0.1).applyQuaternion(this.camera.quaternion);
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.controls.update();
    this.move();
  }

  background(colour: string): void {
    this.scene.background = new THREE.Color(colour);
    this.draw();
  }

  // Thick lines over all others: pinned links, paths, cycles, circuits.
  setOverlay(segments: [THREE.Vector3, THREE.Vector3][], colour: string, width = 4): void {
    for (const child of [...this.overlay.children]) {
      this.overlay.remove(child);
      (child as LineSegments2).geometry.dispose();
    }
    if (segments.length) this.addOverlay(segments, colour, width);
    this.draw();
  }
  addOverlay(segments: [THREE.Vector3, THREE.Vector3][], colour: string, width = 4): void {
    const g = new LineSegmentsGeometry();
    g.setPositions(segments.flatMap(([a, b]) => [...a.toArray(), ...b.toArray()]));
    const m = new LineMaterial({ color: new THREE.Color(colour).getHex(), linewidth: width, depthTest: false });
    m.resolution.set(this.canvas.clientWidth, this.canvas.clientHeight);
    const l = new LineSegments2(g, m);
    l.renderOrder = 10;
    this.overlay.add(l);
    this.draw();
  }

  router(r: number): THREE.Vector3 {
    return this.place(this.machine.boxOf ? this.machine.boxOf[r] : r);
  }
  dispose(): void {
    this.sizes.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
  // In pixels of the canvas; null behind the camera.
  project(v: THREE.Vector3): [number, number] | null {
    const p = v.clone().project(this.camera);
    if (p.z > 1 || p.z < -1) return null;
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight];
  }

  private move(): void {
    this.moving = performance.now();
    this.draw();
  }

  draw(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.render();
    });
  }

  // Fewer links while it moves, if all of them take too long.
  render(): void {
    const begin = performance.now();
    const moves = begin - this.moving < 250;
    const n = this.machine.from.length;
    this.drawn = moves ? this.share : 1;
    this.lines.geometry.setDrawRange(0, this.each * Math.max(Math.min(n, 2000), Math.round(n * this.drawn)));
    this.renderer.render(this.scene, this.camera);
    // The host draws while this goes on: how long a frame takes shows when the next one may begin.
    const took = moves && begin - this.last < 2000 ? begin - this.last : performance.now() - begin;
    this.last = begin;
    if (moves) {
      this.share = Math.min(1, Math.max(0.02, this.share * Math.min(1.3, (kFrame * 0.8) / Math.max(took, 1))));
      window.clearTimeout(this.rest);
      this.rest = window.setTimeout(() => this.draw(), 280);
    }
    this.frames.push(took);
    if (this.frames.length > 200) this.frames.shift();
    this.onFrame();
  }

  // A canvas of another size is empty: it is filled before the browser shows it.
  private resize(): void {
    const parent = this.canvas.parentElement as HTMLElement;
    const w = Math.max(1, parent.clientWidth), h = Math.max(1, parent.clientHeight);
    if (w === this.width && h === this.height) return;
    [this.width, this.height] = [w, h];
    this.renderer.setSize(w, h, false);
    for (const layer of [this.links, this.routers, this.nodes]) {
      layer.material.uniforms.view.value.set(this.canvas.width, this.canvas.height);
    }
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    for (const child of this.overlay.children) ((child as LineSegments2).material as LineMaterial).resolution.set(w, h);
    this.render();
  }

  // What is at a place of the canvas, within four pixels.
  pick(x: number, y: number): Item | null {
    const r = this.renderer;
    const ratio = r.getPixelRatio();
    const w = this.canvas.width, h = this.canvas.height;
    this.camera.setViewOffset(w, h, Math.floor(x * ratio) - 4, Math.floor(y * ratio) - 4, 9, 9);
    const layers = [this.links, this.routers, this.nodes];
    for (const l of layers) {
      l.material.uniforms.picking.value = true;
      l.material.uniforms.view.value.set(9, 9);
    }
    const background = this.scene.background;
    this.scene.background = new THREE.Color(0);
    this.overlay.visible = false;
    const range = this.lines.geometry.drawRange.count;
    this.lines.geometry.setDrawRange(0, Infinity);
    r.setRenderTarget(this.pickTarget);
    r.clear();
    r.render(this.scene, this.camera);
    const bytes = new Uint8Array(9 * 9 * 4);
    r.readRenderTargetPixels(this.pickTarget, 0, 0, 9, 9, bytes);
    r.setRenderTarget(null);
    this.lines.geometry.setDrawRange(0, range);
    this.overlay.visible = true;
    this.scene.background = background;
    for (const l of layers) {
      l.material.uniforms.picking.value = false;
      l.material.uniforms.view.value.set(w, h);
    }
    this.camera.clearViewOffset();
    let best: Item | null = null;
    let nearest = 1e9;
    for (let i = 0; i < 81; ++i) {
      const id = bytes[4 * i] + 256 * bytes[4 * i + 1] + 65536 * bytes[4 * i + 2] - 1;
      if (id < 0) continue;
      const item = this.itemOf(id);
      if (!item) continue;
      // Points are small: they come before lines.
      const far = ((i % 9) - 4) ** 2 + (Math.floor(i / 9) - 4) ** 2 + (item.kind === "links" ? 20 : 0);
      if (far < nearest) {
        nearest = far;
        best = item;
      }
    }
    return best;
  }

  private itemOf(id: number): Item | null {
    if (id < this.links.count) return { kind: "links", id };
    id -= this.links.count;
    if (id < this.routers.count) return { kind: "routers", id };
    id -= this.routers.count;
    return id < this.nodes.count ? { kind: "nodes", id } : null;
  }
}
