"use strict";
// The jaws, painted, to be turned; the figures beside them. Everything that is needed stands in this file.
const record = JSON.parse(document.getElementById("record").textContent);
const scene = JSON.parse(document.getElementById("scene").textContent);
const el = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---------- vectors
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => times(a, 1 / (Math.hypot(...a) || 1));
const turned = (v, axis, angle) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return add(add(times(v, c), times(cross(axis, v), s)), times(axis, dot(axis, v) * (1 - c)));
};

// ---------- the jaws as they are packed: 16 bits a coordinate within the box, micrometres of gap, differences of corners
const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const NONE = 32767;
function unpacked(jaw) {
  const quantized = new Uint16Array(bytesOf(jaw.positions).buffer);
  const gaps = new Int16Array(bytesOf(jaw.gaps).buffer);
  const n = gaps.length, positions = new Float32Array(3 * n);
  for (let i = 0; i < 3 * n; i++) positions[i] = jaw.min[i % 3] + (jaw.max[i % 3] - jaw.min[i % 3]) * quantized[i] / 65535;
  const packed = bytesOf(jaw.triangles), indices = new Uint32Array(3 * jaw.n);
  for (let i = 0, at = 0, last = 0; i < indices.length; i++) {
    let value = 0, shift = 0, byte;
    do { byte = packed[at++]; value += (byte & 127) * 2 ** shift; shift += 7; } while (byte & 128);
    last += value % 2 ? -(value + 1) / 2 : value / 2;
    indices[i] = last;
  }
  return { positions, indices, normals: normalsOf(positions, indices), gaps: Float32Array.from(gaps, (g) => g === NONE ? 1e6 : g / 1000) };
}
function normalsOf(p, indices) {
  const normals = new Float32Array(p.length);
  for (let t = 0; t < indices.length; t += 3) {
    const corner = [0, 1, 2].map((k) => 3 * indices[t + k]);
    const at = corner.map((c) => [p[c], p[c + 1], p[c + 2]]);
    const n = cross(sub(at[1], at[0]), sub(at[2], at[0]));
    for (const c of corner) for (let k = 0; k < 3; k++) normals[c + k] += n[k];
  }
  return normals;
}

// ---------- camera: parallel, looking along -toward
const frame = scene.frame;
const view = { target: scene.middle, toward: unit(add(frame.front, times(frame.up, 0.25))), up: frame.up, mm: scene.size };
const shown = { 0: true, 1: true, paint: true, numbers: true };
let threshold = scene.threshold_mm, section = null, selected = null, flight = null, begun = false;
const axes = () => {
  const right = unit(cross(view.up, view.toward));
  return { right, up: unit(cross(view.toward, right)), toward: view.toward };
};
const VIEWS = {
  front: [frame.front, frame.up, [true, true]],
  right: [frame.right, frame.up, [true, true]],
  left: [times(frame.right, -1), frame.up, [true, true]],
  upper: [times(frame.up, -1), frame.front, [true, false]],
  lower: [frame.up, times(frame.front, -1), [false, true]],
};
function look(name, target = scene.middle, mm = scene.size) {
  const [toward, up, jaws] = VIEWS[name];
  jaws.forEach((is, k) => show(k, is));
  fly({ toward: unit(toward), up, target, mm });
}
function fly(to) {
  const from = { ...view };
  const since = performance.now(), lasts = calm || !begun ? 0 : 350;
  flight = (now) => {
    const t = lasts ? Math.min((now - since) / lasts, 1) : 1, s = t * t * (3 - 2 * t);
    const between = (a, b) => add(times(a, 1 - s), times(b, s));
    const toward = between(from.toward, to.toward);
    view.toward = Math.hypot(...toward) > 0.05 ? unit(toward) : unit(to.toward);
    view.up = t < 1 ? unit(add(between(from.up, to.up), times(to.up, 1e-3))) : to.up;
    view.target = between(from.target, to.target);
    view.mm = from.mm * (to.mm / from.mm) ** s;
    if (t >= 1) flight = null;
  };
  draw();
}
function orbit(dx, dy) {
  const { right, up } = axes();
  flight = null;
  view.toward = unit(turned(turned(view.toward, up, -dx), right, -dy));
  view.up = unit(turned(view.up, right, -dy));
  draw();
}
function pan(dx, dy) {
  const { right, up } = axes(), perPixel = mmPerPixel();
  flight = null;
  view.target = add(view.target, add(times(right, -dx * perPixel), times(up, dy * perPixel)));
  draw();
}
function zoom(factor) {
  flight = null;
  view.mm = Math.min(Math.max(view.mm * factor, 0.5), 400);
  draw();
}

// ---------- drawing
const canvas = el("jaws");
const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
const VERTEX = `#version 300 es
in vec3 position; in vec3 normal; in float gap;
uniform vec3 right, up, toward, target; uniform vec2 scale;
out vec3 vPlace; out vec3 vNormal; centroid out float vGap;
void main() {
  vec3 d = position - target;
  vPlace = position; vNormal = vec3(dot(normal, right), dot(normal, up), dot(normal, toward)); vGap = gap;
  gl_Position = vec4(dot(d, right) * scale.x, dot(d, up) * scale.y, -dot(d, toward) / 400.0, 1.0);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 vPlace; in vec3 vNormal; centroid in float vGap;
uniform sampler2D colors; uniform vec3 tooth, border, cutNormal; uniform float cutAt, threshold, range, deepest; uniform bool paint, cuts, trimmed;
out vec4 color;
float place() {
  float last = 255.0;
  if (vGap < 0.0) return floor(last * (1.0 - sqrt(min(-vGap / deepest, 1.0))) + 0.5);
  if (vGap <= threshold) return 256.0 + floor(last * vGap / threshold + 0.5);
  return 512.0 + floor(last * min((vGap - threshold) / (range - threshold), 1.0) + 0.5);
}
void main() {
  if (cuts && dot(vPlace, cutNormal) > cutAt) discard;
  vec3 n = normalize(vNormal), base = tooth;
  float slope = fwidth(vGap);
  if (!gl_FrontFacing) { color = vec4(tooth * (cuts ? 0.45 : 0.6), 1.0); return; }
  if (trimmed) {
    // The other way than over what lies inside, as in the program.
    base = mod(gl_FragCoord.x - gl_FragCoord.y, 10.0) < 4.0 ? vec3(0.5) : vec3(0.2);
  } else if (paint && vGap < range) {
    vec4 c = texelFetch(colors, ivec2(int(place()), 0), 0);
    base = mix(base, c.rgb, c.a);
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 9.0);
    if (vGap < 0.0 && stripe < 2.2) base = mix(base, vec3(1.0), 0.75);
    if (min(abs(vGap - threshold), abs(vGap)) < 0.7 * slope && slope < 0.5 * threshold + 0.05) base = border;
  }
  float light = 0.38 + 0.62 * max(n.z, 0.0) + 0.12 * n.y;
  color = vec4(base * light, 1.0);
}`;
let program = null, jaws = [];
function shader(kind, text) {
  const s = gl.createShader(kind);
  gl.shaderSource(s, text); gl.compileShader(s);
  if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
  return s;
}
function prepare() {
  program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  const table = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, table);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, scene.colors.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(scene.colors.flat()));
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  jaws = scene.jaws.map((jaw) => {
    const mesh = unpacked(jaw), array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [name, data, size] of [["position", mesh.positions, 3], ["normal", mesh.normals, 3], ["gap", mesh.gaps, 1]]) {
      const at = gl.getAttribLocation(program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.indices, gl.STATIC_DRAW);
    return { array, count: mesh.indices.length, trimmed: 3 * jaw.n_trimmed };
  });
  gl.enable(gl.DEPTH_TEST);
}
const size = () => [canvas.clientWidth || 1, canvas.clientHeight || 1];
const mmPerPixel = () => view.mm / Math.min(...size());
let due = false;
function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame((now) => { due = false; paintNow(now); });
}
function paintNow(now) {
  if (flight) { flight(now); if (flight) draw(); }
  placeMarks();
  if (!program) return;
  const [w, h] = size(), density = Math.min(devicePixelRatio || 1, 2);
  const [pw, ph] = [Math.round(w * density), Math.round(h * density)];
  if (canvas.width !== pw || canvas.height !== ph) [canvas.width, canvas.height] = [pw, ph];
  gl.viewport(0, 0, pw, ph);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  gl.clearColor(...(dark ? [0.19, 0.21, 0.24] : [0.88, 0.89, 0.91]), 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  const at = (name) => gl.getUniformLocation(program, name), { right, up, toward } = axes(), per = mmPerPixel();
  gl.uniform3fv(at("right"), right); gl.uniform3fv(at("up"), up); gl.uniform3fv(at("toward"), toward);
  gl.uniform3fv(at("target"), view.target);
  gl.uniform2f(at("scale"), 2 / (w * per), 2 / (h * per));
  gl.uniform1f(at("threshold"), Math.max(threshold, 1e-4)); gl.uniform1f(at("range"), scene.range_mm); gl.uniform1f(at("deepest"), scene.deepest_mm);
  gl.uniform1i(at("paint"), shown.paint); gl.uniform3fv(at("border"), scene.border.map((c) => c / 255));
  gl.uniform1i(at("cuts"), section !== null);
  if (section) { gl.uniform3fv(at("cutNormal"), section.normal); gl.uniform1f(at("cutAt"), section.at); }
  jaws.forEach((jaw, k) => {
    if (!shown[k]) return;
    gl.uniform3fv(at("tooth"), k ? [0.86, 0.87, 0.88] : [0.93, 0.88, 0.78]);
    gl.bindVertexArray(jaw.array);
    const judged = jaw.count - jaw.trimmed;
    gl.uniform1i(at("trimmed"), false);
    gl.drawElements(gl.TRIANGLES, judged, gl.UNSIGNED_INT, 0);
    gl.uniform1i(at("trimmed"), true);
    gl.drawElements(gl.TRIANGLES, jaw.trimmed, gl.UNSIGNED_INT, 4 * judged);
  });
}
function place2d(p) {
  const { right, up, toward } = axes(), d = sub(p, view.target), [w, h] = size(), per = mmPerPixel();
  return [w / 2 + dot(d, right) / per, h / 2 - dot(d, up) / per, dot(d, toward)];
}

// ---------- words over the picture
const marks = el("marks");
const numberMarks = scene.numbers.flatMap((jaw, k) => jaw.map(([text, at, out]) => {
  const mark = document.createElement("span");
  mark.className = "mark"; mark.textContent = text; marks.append(mark);
  return { mark, at, out, k };
}));
const contactMark = document.createElement("span");
contactMark.className = "mark contact"; marks.append(contactMark);
const isCut = (at) => section !== null && dot(at, section.normal) > section.at;
function placeMark(mark, at, visible, above = 0) {
  const [x, below] = place2d(at), [w, h] = size(), y = below - above;
  mark.hidden = !visible || isCut(at) || x < 12 || y < 12 || x > w - 12 || y > h - 12;
  mark.style.left = `${x}px`; mark.style.top = `${y}px`;
}
function placeMarks() {
  const { right, toward } = axes();
  for (const { mark, at, out, k } of numberMarks) placeMark(mark, at, shown.numbers && shown[k] && dot(out, toward) > -0.35);
  if (selected) placeMark(contactMark, selected.centroid, true, 34); else contactMark.hidden = true;
  const side = dot(right, frame.right), [l, r] = Math.abs(side) < 0.5 ? ["", ""] : side > 0 ? ["L", "R"] : ["R", "L"];
  el("atLeft").textContent = l; el("atRight").textContent = r;
  el("atLeft").hidden = el("atRight").hidden = !l;
}

// ---------- figures
const mm = (x, digits = 3) => x.toFixed(digits).replace("-", "−");
const rows = (table, lines) => lines.forEach((cells) => {
  const row = table.tBodies[0].insertRow();
  cells.forEach((cell) => { row.insertCell().textContent = cell; });
});
el("headline").textContent = scene.headline || record.headline || record.verdict;
el("judged").textContent = scene.judged;
const tooth = (number) => scene.teeth[number] || number || "·";
const between = (z, none) => z.tooth_upper || z.tooth_lower ? `${tooth(z.tooth_upper)}–${tooth(z.tooth_lower)}${z.tooth_share < scene.whole_share ? " ~" : ""}` : none;
const zones = record.zones || [], listed = zones.filter((z) => z.area_mm2 >= scene.speck_mm2), specks = zones.length - listed.length;
el("contactsHead").textContent = record.zones ? `Contacts within ${mm(record.zone_threshold_mm)} mm (closest gap)` : "Contacts are not known";
const sureness = (z) => !z.sureness ? "" : z.sureness.sure === "certain" ? "certain" : `${Math.round(100 * z.sureness.share)} %`;
rows(el("contacts"), listed.map((z) => {
  return [z.id, between(z, "–"), z.area_mm2.toFixed(2), sureness(z), mm(z.min_gap_mm)];
}));
el("spans").hidden = !listed.some((z) => z.tooth_share < scene.whole_share);
el("specks").textContent = specks ? `and ${specks} ${specks === 1 ? "speck" : "specks"} (less than ${scene.speck_mm2} mm² each)` : "";
rows(el("areas"), record.contact.map((c) => [mm(c.threshold_mm), ...[c.area_upper_mm2, c.penetrating_area_upper_mm2, c.area_lower_mm2, c.penetrating_area_lower_mm2].map((a) => a.toFixed(1))]));
el("origin").textContent = scene.origin;
[...el("contacts").tBodies[0].rows].forEach((row, i) => {
  const zone = listed[i];
  row.tabIndex = 0;
  const go = () => select(selected === zone ? null : zone);
  row.onclick = go;
  row.onkeydown = (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); go(); } };
});
function select(zone) {
  selected = zone;
  [...el("contacts").tBodies[0].rows].forEach((row, i) => row.setAttribute("aria-selected", String(listed[i] === zone)));
  if (!zone) return look("upper");
  contactMark.textContent = between(zone, `${zone.id}`);
  look("lower", zone.centroid, 16);
}
const chips = record.contact.map((c) => {
  const chip = document.createElement("button");
  chip.textContent = `${Math.round(1000 * c.threshold_mm)} µm`;
  chip.style.margin = "0 4px 4px 0";
  chip.onclick = () => choose(c);
  el("thresholds").append(chip);
  return [chip, c];
});
function choose(contact) {
  threshold = contact.threshold_mm;
  chips.forEach(([chip, c]) => chip.setAttribute("aria-pressed", String(c === contact)));
  const mean = (a, b) => ((a + b) / 2).toFixed(1);
  el("area").textContent = `${mean(contact.area_upper_mm2, contact.area_lower_mm2)} mm² within ${Math.round(1000 * threshold)} µm, of it ${mean(contact.penetrating_area_upper_mm2, contact.penetrating_area_lower_mm2)} mm² inside the other jaw`;
  const near = record.sureness && record.sureness.areas.find((a) => Math.abs(a.threshold_mm - threshold) < 1e-9);
  el("range").textContent = near ? `${((near.upper_mm2.low + near.lower_mm2.low) / 2).toFixed(1)} to ${((near.upper_mm2.high + near.lower_mm2.high) / 2).toFixed(1)} mm² in positions nearby, within the bite's error` : "";
  legend();
  draw();
}
function legend() {
  const c = el("scale").getContext("2d"), last = scene.colors.length - 1;
  for (let x = 0; x < 300; x++) {
    const [r, g, b, a] = scene.colors[Math.round(x / 299 * last)], w = a / 255;
    c.fillStyle = `rgb(${[r, g, b].map((v, k) => Math.round(v * w + scene.clear[k] * (1 - w))).join(" ")})`;
    c.fillRect(x, 0, 1, 16);
    if (x < 100) { c.fillStyle = "#ffffffbb"; for (let y = 0; y < 16; y++) if ((x + y) % 9 < 2) c.fillRect(x, 15 - y, 1, 1); }
  }
  el("ticks").replaceChildren();
  for (const [at, label] of [[0.0, `−${scene.deepest_mm}`], [1 / 3, "0"], [2 / 3, mm(threshold, 3).replace(/0+$/, "").replace(/\.$/, "")], [1, String(scene.range_mm)]]) {
    const tick = document.createElement("span");
    tick.textContent = label; tick.style.left = `${4 + 92 * at}%`; el("ticks").append(tick);
  }
}

el("trimmed").hidden = scene.jaws.every((jaw) => jaw.n_trimmed === 0);

// ---------- hands
function show(what, is) {
  shown[what] = is;
  document.querySelectorAll(`[data-show="${what}"]`).forEach((b) => b.setAttribute("aria-pressed", String(is)));
  draw();
}
document.querySelectorAll("[data-view]").forEach((b) => { b.onclick = () => { select(null); look(b.dataset.view); }; });
document.querySelectorAll("[data-show]").forEach((b) => { b.onclick = () => show(b.dataset.show, !shown[b.dataset.show]); });
const pointers = new Map();
canvas.onpointerdown = (e) => { canvas.setPointerCapture(e.pointerId); pointers.set(e.pointerId, [e.clientX, e.clientY]); };
canvas.onpointerup = canvas.onpointercancel = (e) => { pointers.delete(e.pointerId); };
canvas.onpointermove = (e) => {
  const last = pointers.get(e.pointerId);
  if (!last) return;
  const now = [e.clientX, e.clientY], [dx, dy] = [now[0] - last[0], now[1] - last[1]];
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== e.pointerId)[1];
    zoom(Math.hypot(last[0] - other[0], last[1] - other[1]) / Math.max(Math.hypot(now[0] - other[0], now[1] - other[1]), 1));
    pan(dx / 2, dy / 2);
  } else if (e.buttons & 6 || e.shiftKey) pan(dx, dy);
  else orbit(0.008 * dx, 0.008 * dy);
  pointers.set(e.pointerId, now);
};
canvas.oncontextmenu = (e) => e.preventDefault();
canvas.addEventListener("wheel", (e) => { e.preventDefault(); zoom(Math.exp(0.0012 * e.deltaY)); }, { passive: false });
canvas.onkeydown = (e) => {
  const step = e.shiftKey ? 0.02 : 0.1;
  const keys = {
    ArrowLeft: () => orbit(-step, 0), ArrowRight: () => orbit(step, 0), ArrowUp: () => orbit(0, -step), ArrowDown: () => orbit(0, step),
    "+": () => zoom(0.9), "=": () => zoom(0.9), "-": () => zoom(1.1), u: () => show(0, !shown[0]), l: () => show(1, !shown[1]),
  };
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
};
function cut() {
  const axis = el("plane").value;
  el("place").disabled = axis === "";
  if (axis === "") { section = null; el("placeMm").textContent = ""; return draw(); }
  const normal = [frame.right, frame.front, frame.up][axis], t = el("place").value / 1000;
  const [least, most] = scene.extent[axis], at = least + (most - least) * t;
  section = { normal, at: at + dot(normal, frame.origin) };
  el("placeMm").textContent = `${mm(at, 1)} mm`;
  draw();
}
el("plane").onchange = el("place").oninput = cut;
el("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  link.download = "occlusal-contacts.json";
  link.click();
  URL.revokeObjectURL(link.href);
};
addEventListener("resize", draw);

// What a link to this page may ask for: #front, #contact-3, #section-0-500 (axis and place in thousandths), #bare; several with commas.
function asked(word) {
  const [what, ...numbers] = word.split("-");
  if (VIEWS[what]) look(what);
  if (what === "contact") select(listed.find((zone) => zone.id === Number(numbers[0])) || null);
  if (what === "bare") show("paint", false);
  if (what === "section") {
    show(0, true); show(1, true);
    [el("plane").value, el("place").value] = numbers;
    cut();
  }
}

if (gl) prepare(); else { el("none").hidden = false; canvas.hidden = true; }
choose(record.contact.reduce((best, c) => Math.abs(c.threshold_mm - scene.threshold_mm) < Math.abs(best.threshold_mm - scene.threshold_mm) ? c : best));
look("upper");
location.hash.slice(1).split(",").filter(Boolean).forEach(asked);
begun = true;
document.documentElement.dataset.ready = String(jaws.reduce((n, j) => n + j.count / 3, 0));
