// Asks for what is new ten times a second and draws it: the band from the smallest to the largest value
// of the ticks that an entry stands for. A drag over a plot chooses the time that all show, a double
// click shows everything again.
"use strict";

const kShown = 10;  // seconds
const kMostAtFirst = 4;
const kPatience = 5000;  // [ms] for an answer
const kAgain = [100, 300, 1000];  // [ms] until it is asked for once more
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const rows = [];  // [t, low[], high[], work, status]
let next = 0, paused = false, charts = [], about = null, errors = 0, chosen = null;
const kBox = { left: 76, right: 892, top: 8, bottom: 140, width: 900, height: 160 };  // of a plot

for (const kind of ["error", "unhandledrejection"])
  window.addEventListener(kind, () => { root.dataset.errors = ++errors; });
root.dataset.errors = root.dataset.failed = 0;

async function get(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(kPatience) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function statusText(mask) {
  if (mask === 0) return "ok";
  return about.status.filter((name, bit) => name && (mask >>> bit) & 1).join(" ");
}

// One chart per signal that is chosen; made when it is, taken away when it is not.
function choose(index, shown) {
  const kept = charts.find((c) => c.index === index);
  if (!shown && kept) {
    kept.figure.remove();
    charts = charts.filter((c) => c !== kept);
  }
  if (shown && !kept) {
    const signal = about.signals[index];
    const figure = document.createElement("figure");
    figure.setAttribute("aria-label", `${signal.name} over time`);
    const head = document.createElement("h2");
    head.textContent = `${signal.name} [${signal.unit}]`;
    const plot = make("svg", { class: "plot", viewBox: `0 0 ${kBox.width} ${kBox.height}` });
    const value = document.createElement("figcaption");
    figure.append(head, plot, value);
    byId("plots").append(figure);
    charts.push({ index, figure, plot, value, at: null });
    listen(charts[charts.length - 1]);
    charts.sort((a, b) => a.index - b.index);
    for (const c of charts) byId("plots").append(c.figure);
  }
  draw();
}

function make(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

// Round numbers within the ends, at most about `most`.
function ticksOf([low, high], most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => (high - low) / s <= most);
  const ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k) ticks.push(Number((k * step).toPrecision(9)));
  return ticks;
}

// Entries of a signal: time, smallest and largest value.
const bandOf = (c) => rows.filter((r) => chosen === null || (r[0] >= chosen[0] && r[0] <= chosen[1]))
  .map((r) => [r[0], r[1][c.index], r[2][c.index]]);
const isNumber = ([, low, high]) => low !== null && high !== null;

function drawPlot(c, band) {
  const numbers = band.filter(isNumber);
  if (numbers.length === 0) { c.plot.replaceChildren(); return; }
  const low = Math.min(...numbers.map((r) => r[1])), high = Math.max(...numbers.map((r) => r[2]));
  const pad = 0.05 * (high - low) || 0.05 * Math.abs(high) || 1;
  const ends = { t: [band[0][0], Math.max(band[band.length - 1][0], band[0][0] + 1e-6)], y: [low - pad, high + pad] };
  const x = (t) => kBox.left + (t - ends.t[0]) / (ends.t[1] - ends.t[0]) * (kBox.right - kBox.left);
  const y = (v) => kBox.bottom - (v - ends.y[0]) / (ends.y[1] - ends.y[0]) * (kBox.bottom - kBox.top);
  c.timeAt = (px) => ends.t[0] + (px - kBox.left) / (kBox.right - kBox.left) * (ends.t[1] - ends.t[0]);
  let grid = "", path = "", run = [];
  const texts = [];
  for (const t of ticksOf(ends.t, 8)) {
    grid += `M${x(t)},${kBox.top} V${kBox.bottom} `;
    texts.push(make("text", { x: x(t), y: kBox.bottom + 16, "text-anchor": "middle" }, t));
  }
  for (const v of ticksOf(ends.y, 4)) {
    grid += `M${kBox.left},${y(v)} H${kBox.right} `;
    texts.push(make("text", { x: kBox.left - 6, y: y(v) + 4, "text-anchor": "end" }, v));
  }
  const close = () => {  // upwards along the largest values, back along the smallest
    if (run.length > 0)
      path += "M" + run.map((r) => `${x(r[0]).toFixed(1)},${y(r[2]).toFixed(1)}`).join(" ") + " " +
        run.reverse().map((r) => `${x(r[0]).toFixed(1)},${y(r[1]).toFixed(1)}`).join(" ") + "Z ";
    run = [];
  };
  for (const r of band) if (isNumber(r)) run.push(r); else close();
  close();
  c.plot.replaceChildren(make("path", { class: "grid", d: grid }), make("path", { class: "band", d: path }), ...texts);
}

// Where the pointer reads a value, and which time a drag chooses.
function listen(c) {
  let start = null;
  const timeAt = (event) => {
    const box = c.plot.getBoundingClientRect();
    return c.timeAt ? c.timeAt((event.clientX - box.left) / box.width * kBox.width) : null;
  };
  c.plot.addEventListener("pointermove", (event) => { c.at = timeAt(event); draw(); });
  c.plot.addEventListener("pointerleave", () => { c.at = null; draw(); });
  c.plot.addEventListener("pointerdown", (event) => { start = timeAt(event); });
  c.plot.addEventListener("pointerup", (event) => {
    const ends = [start, timeAt(event)].sort((a, b) => a - b);
    if (start !== null && rows.filter((r) => r[0] >= ends[0] && r[0] <= ends[1]).length > 2) chosen = ends;
    start = null;
    draw();
  });
  c.plot.addEventListener("dblclick", () => { chosen = null; draw(); });
}

function draw() {
  let points = 0;
  if (chosen !== null && rows.length > 0 && chosen[1] < rows[0][0]) chosen = null;  // it has gone by
  for (const c of charts) {
    const band = bandOf(c);
    if (band.length === 0) continue;
    const nearest = (a, b) => (Math.abs(b[0] - c.at) < Math.abs(a[0] - c.at) ? b : a);
    const told = c.at === null ? band[band.length - 1] : band.reduce(nearest);
    c.value.textContent = (c.at === null ? "now " : `${told[0].toFixed(4)} s: `) +
      (!isNumber(told) ? "no number" : c.at === null ? ((told[1] + told[2]) / 2).toPrecision(5) :
        `${told[1].toPrecision(5)} to ${told[2].toPrecision(5)}`);
    points += band.length;
    drawPlot(c, band);
  }
  root.dataset.points = points;
  root.dataset.charts = charts.length;
}

// The answer, however often it must be asked for: a loop that has ended may be started again. `told`
// says meanwhile that there is none.
async function wait(path, told) {
  for (let failed = 0; ; ++failed) {
    try {
      const answer = await get(path);
      if (failed > 0) told.textContent = "-";
      if (failed > 0) told.className = "";
      return answer;
    } catch (gone) {
      told.textContent = `no answer (${gone.message}): the loop has ended or is out of reach, asking again`;
      told.className = "warn";
      root.dataset.live = "no";
      root.dataset.failed = Number(root.dataset.failed) + 1;
      await new Promise((go) => setTimeout(go, kAgain[Math.min(failed, kAgain.length - 1)]));
    }
  }
}

function take(data) {
  next = data.next;
  data.t.forEach((t, k) => rows.push([t, data.low[k], data.high[k], data.work_us[k], data.status[k],
    data.wake_up_us[k]]));
  while (rows.length > 0 && rows[0][0] < rows[rows.length - 1][0] - kShown) rows.shift();
  byId("ticks").textContent = data.ticks;
  byId("overruns").textContent = data.overruns;
  byId("overruns").className = data.overruns > 0 ? "warn" : "";
  byId("lost").textContent = data.lost;
  if (rows.length === 0) return;
  const most = (column) => rows.reduce((a, r) => Math.max(a, r[column]), 0);
  const all = rows.reduce((a, r) => (a | r[4]) >>> 0, 0);
  byId("time").textContent = `${rows[rows.length - 1][0].toFixed(2)} s`;
  byId("work").textContent = `${most(3).toFixed(0)} us of ${(about.period_s * 1e6).toFixed(0)} us`;
  byId("wake_up").textContent = `${most(5).toFixed(0)} us`;
  byId("status").textContent = statusText(all);
  byId("status").className = all === 0 ? "" : "warn";
}

async function look() {
  const data = await wait(`data?since=${next}`, byId("status"));
  if (data.run !== about.run) return location.reload();  // another loop, maybe of another model
  root.dataset.live = "yes";
  if (!paused) {
    take(data);
    draw();
  }
  setTimeout(look, 100);
}

async function start() {
  about = await wait("signals", byId("title"));
  document.title = `${about.model} - mortise scope`;
  byId("title").textContent = about.model;
  about.signals.forEach((signal, index) => {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = index < kMostAtFirst;
    box.addEventListener("change", () => choose(index, box.checked));
    label.append(box, ` ${signal.name} (${signal.kind})`);
    byId("choice").append(label);
  });
  about.signals.slice(0, kMostAtFirst).forEach((_, index) => choose(index, true));
  byId("pause").addEventListener("click", () => {
    paused = !paused;
    byId("pause").setAttribute("aria-pressed", paused);
    byId("pause").textContent = paused ? "Go on" : "Pause";
  });
  root.dataset.ready = "yes";
  look();
}

start().catch((error) => {
  byId("title").textContent = error.message;
  root.dataset.errors = ++errors;
});
