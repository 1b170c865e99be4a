// Asks for what is new ten times a second and draws it: the band from the smallest to the largest value
// of the ticks that an entry stands for.
"use strict";

const kShown = 10;  // seconds
const kMostAtFirst = 4;
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const rows = [];  // [t, low[], high[], work, status]
let next = 0, paused = false, charts = [], about = null, errors = 0;

window.addEventListener("error", () => { root.dataset.errors = ++errors; });
root.dataset.errors = 0;

async function get(path) {
  const answer = await fetch(path);
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
    if (kept.plot) kept.plot.destroy();
    kept.figure.remove();
    charts = charts.filter((c) => c !== kept);
  }
  if (shown && !kept) {
    const signal = about.signals[index];
    const figure = document.createElement("figure");
    figure.setAttribute("aria-label", `${signal.name} over time`);
    const head = document.createElement("h2");
    head.textContent = `${signal.name} [${signal.unit}]`;
    const place = document.createElement("div");
    place.className = "plot";
    const value = document.createElement("figcaption");
    figure.append(head, place, value);
    byId("plots").append(figure);
    charts.push({ index, figure, place, value, plot: null });
    charts.sort((a, b) => a.index - b.index);
    for (const c of charts) byId("plots").append(c.figure);
  }
  draw();
}

function draw() {
  let points = 0;
  for (const c of charts) {
    const band = rows.map((r) => {
      const low = r[1][c.index], high = r[2][c.index];
      return [r[0], low === null || high === null ? null : [low, (low + high) / 2, high]];
    });
    if (band.length === 0) continue;
    const last = band[band.length - 1][1];
    c.value.textContent = last === null ? "no number" : `now ${last[1].toPrecision(5)}`;
    points += band.length;
    if (typeof Dygraph === "undefined") continue;  // numbers alone
    if (c.plot === null) {
      c.plot = new Dygraph(c.place, band, { labels: ["t", about.signals[c.index].name], customBars: true,
        axes: { y: { axisLabelWidth: 75 } },
        colors: [getComputedStyle(root).getPropertyValue("--ink")], strokeWidth: 1.2, fillAlpha: 0.35,
        axisLineColor: getComputedStyle(root).getPropertyValue("--line"),
        gridLineColor: getComputedStyle(root).getPropertyValue("--line") });
    } else {
      c.plot.updateOptions({ file: band });
    }
  }
  root.dataset.points = points;
  root.dataset.charts = charts.length;
}

function take(data) {
  if (next === 0 || data.next < next) rows.length = 0;
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
  try {
    const data = await get(`data?since=${next}`);
    if (!paused) {
      take(data);
      draw();
    }
    root.dataset.live = "yes";
  } catch (gone) {
    byId("status").textContent = "the loop has ended";
    root.dataset.live = "no";
    return;
  }
  setTimeout(look, 100);
}

async function start() {
  about = await get("signals");
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
