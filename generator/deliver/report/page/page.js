// Draws the curves, maps and moving shapes of the page from its numbers. What went into the page
// stands in data-attributes of the document: data-ready, data-charts, data-curves, data-points,
// data-maps, data-motions.
'use strict';
(() => {
  const root = document.documentElement;
  const data = JSON.parse(document.getElementById('report-data').textContent);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const redraws = [];  // called when colours or sizes change

  const colour = (name) => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const curveColour = (k) => colour('curve-' + (k % 8));

  // make('button', {type: 'button'}, 'text', parts...): texts are never markup.
  const make = (tag, attributes, ...parts) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...parts);
    return element;
  };
  const asMarkup = (text) => make('span', {}, text).innerHTML;
  const button = (text, name, act) => {
    const element = make('button', {type: 'button', 'aria-label': name, title: name}, text);
    element.addEventListener('click', act);
    return element;
  };

  const numberText = (x) => {
    if (x === 0) return '0';
    const size = Math.abs(x);
    const text = size >= 1e5 || size < 1e-3 ? x.toExponential(3) : String(Number(x.toPrecision(5)));
    return text.replace(/\.?0+e/, 'e').replace('e+', 'e').replace('-', '\u2212');
  };

  // ---- Curves ---------------------------------------------------------------------------------

  // One row per place of the axis, several where a curve jumps; what a curve does not say is null.
  const rowsOf = (curves) => {
    const rows = new Map();
    curves.forEach((curve, k) => {
      let jump = 0;
      curve.x.forEach((x, i) => {
        jump = i > 0 && curve.x[i - 1] === x ? jump + 1 : 0;
        const place = jump + ' ' + x;
        if (!rows.has(place)) rows.set(place, [x, ...curves.map(() => null)]);
        rows.get(place)[k + 1] = curve.y[i];
      });
    });
    return [...rows.values()].sort((a, b) => a[0] - b[0]);
  };

  const drawChart = (area, chart) => {
    const name = area.getAttribute('aria-label');
    const plot = make('div', {class: 'plot', role: 'img', 'aria-label': name});
    area.removeAttribute('role');
    area.removeAttribute('aria-label');
    const readout = make('div', {class: 'readout', 'aria-hidden': 'true'});
    const controls = make('div', {class: 'controls', role: 'group',
                                  'aria-label': 'curves and zoom of ' + chart.title});
    area.append(controls, plot, readout);
    const rows = rowsOf(chart.curves);
    const ids = chart.curves.map((_, k) => 'c' + k);
    const looks = {};
    chart.curves.forEach((curve, k) => {
      looks[ids[k]] = curve.dashed ? {strokePattern: [7, 5]} : {};
      if (curve.x.length === 1) looks[ids[k]].drawPoints = true;
    });
    const colours = () => ({
      colors: chart.curves.map((_, k) => curveColour(k)),
      axisLineColor: colour('quiet'), gridLineColor: colour('line'),
    });
    const axis = {axisLabelFormatter: numberText, axisLabelWidth: 66, axisLabelFontSize: 12};
    const graph = new Dygraph(plot, rows, {
      labels: ['x', ...ids], series: looks, legend: 'never', connectSeparatedPoints: true,
      strokeWidth: 1.6, highlightCircleSize: 3, animatedZooms: false, logscale: chart.log_y,
      xlabel: asMarkup(chart.x), ylabel: asMarkup(chart.y), xRangePad: chart.log_x ? 0 : 4, yRangePad: 8,
      axes: {x: {...axis, logscale: chart.log_x}, y: axis},
      highlightCallback: (event, x, points) => {
        readout.textContent = chart.x + ' ' + numberText(x) + points.map((point) =>
          '   ' + chart.curves[ids.indexOf(point.name)].label + ' ' + numberText(point.yval)).join('');
      },
      unhighlightCallback: () => { readout.textContent = ''; },
      ...colours(),
    });
    redraws.push(() => graph.updateOptions(colours()));

    const [start, end] = graph.xAxisExtremes();
    const along = chart.log_x ? Math.log : (x) => x, back = chart.log_x ? Math.exp : (x) => x;
    // the window moved by `shift` of its width and made `factor` as wide, within the data
    const look = (factor, shift) => {
      let [from, to] = graph.xAxisRange().map(along);
      const middle = (from + to) / 2 + shift * (to - from), half = (to - from) / 2 * factor;
      from = Math.max(along(start), middle - half);
      to = Math.min(along(end), middle + half);
      if (to > from) graph.updateOptions({dateWindow: [back(from), back(to)]});
    };
    controls.append(
        button('+', 'zoom in', () => look(0.5, 0)), button('\u2212', 'zoom out', () => look(2, 0)),
        button('\u2190', 'earlier', () => look(1, -0.5)),
        button('\u2192', 'later', () => look(1, 0.5)),
        button('all', 'show everything', () => graph.resetZoom()));
    const swatches = chart.curves.map((curve, k) => {
      const box = make('input', {type: 'checkbox'});
      box.checked = true;
      box.addEventListener('change', () => graph.setVisibility(k, box.checked));
      const swatch = make('span', {class: curve.dashed ? 'swatch dashed' : 'swatch'});
      controls.append(make('label', {}, box, swatch, curve.label));
      return swatch;
    });
    const paint = () => swatches.forEach((swatch, k) => { swatch.style.color = curveColour(k); });
    paint();
    redraws.push(paint);
    return rows.length;
  };

  // ---- Maps -----------------------------------------------------------------------------------

  // A canvas of `height` px that fills its place; draw(context, width, height) in CSS pixels.
  const canvasIn = (area, height, draw, attributes) => {
    const canvas = make('canvas', attributes);
    area.append(canvas);
    const redraw = () => {
      const width = Math.max(200, area.clientWidth), scale = window.devicePixelRatio || 1;
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = height + 'px';
      const context = canvas.getContext('2d');
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, height);
      context.font = '12px system-ui, sans-serif';
      draw(context, width, height);
    };
    redraw();
    redraws.push(redraw);
    return {canvas, redraw};
  };

  const mix = (ends, share, log) =>
    log ? ends[0] * (ends[1] / ends[0]) ** share : ends[0] + share * (ends[1] - ends[0]);
  const shareOf = (ends, value, log) =>
    log ? Math.log(value / ends[0]) / Math.log(ends[1] / ends[0]) : (value - ends[0]) / (ends[1] - ends[0]);

  // Round numbers within the ends, about five.
  const ticksOf = (ends, log) => {
    const ticks = [];
    if (log) {
      for (let power = Math.floor(Math.log10(ends[0])); 10 ** power <= ends[1]; ++power)
        for (const factor of ends[1] / ends[0] > 30 ? [1] : [1, 2, 5])
          if (factor * 10 ** power >= ends[0] && factor * 10 ** power <= ends[1]) ticks.push(factor * 10 ** power);
      return ticks;
    }
    const width = ends[1] - ends[0];
    if (!(width > 0)) return [ends[0]];
    const power = 10 ** Math.floor(Math.log10(width / 4));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((s) => width / s <= 6);
    for (let k = Math.ceil(ends[0] / step - 1e-9); k * step <= ends[1] + 1e-9 * step; ++k)
      ticks.push(Number((k * step).toPrecision(12)));
    return ticks;
  };

  const frame = (context, box, labels) => {
    context.strokeStyle = colour('quiet');
    context.fillStyle = colour('quiet');
    context.strokeRect(box.left, box.top, box.width, box.height);
    for (const tick of ticksOf(labels.xEnds)) {
      context.textAlign = 'center';
      context.fillText(numberText(tick), box.left + box.width * (shareOf(labels.xEnds, tick) || 0),
                       box.top + box.height + 15);
    }
    for (const tick of ticksOf(labels.yEnds, labels.yLog)) {
      context.textAlign = 'right';
      context.fillText(numberText(tick), box.left - 5,
                       box.top + box.height * (1 - (shareOf(labels.yEnds, tick, labels.yLog) || 0)) + 4);
    }
    context.textAlign = 'center';
    context.fillText(labels.x, box.left + box.width / 2, box.top + box.height + 32);
    context.save();
    context.translate(12, box.top + box.height / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(labels.y, 0, 0);
    context.restore();
  };

  const drawMap = (area, map) => {
    const name = area.getAttribute('aria-label');
    area.removeAttribute('role');
    area.removeAttribute('aria-label');
    const rows = map.rows, columns = rows[0].length;
    let chosen = Math.floor(columns / 2);
    const levelColour = (level) =>
      data.ramp[Math.min(data.ramp.length - 1, Math.floor(level / data.map_levels * data.ramp.length))];
    const height = Math.max(90, Math.min(300, 24 * rows.length)) + 44;
    const boxOf = (width) => ({left: 78, top: 8, width: width - 78 - 96, height: height - 50});
    const labels = {x: map.x, y: map.y, xEnds: map.x_ends, yEnds: map.y_ends};
    const {redraw} = canvasIn(area, height, (context, width) => {
      const box = boxOf(width), w = box.width / columns, h = box.height / rows.length;
      rows.forEach((row, i) => row.forEach((level, j) => {
        if (level < 0) return;
        context.fillStyle = levelColour(level);
        context.fillRect(box.left + j * w, box.top + box.height - (i + 1) * h, w + 0.6, h + 0.6);
      }));
      frame(context, box, labels);
      const bar = {left: box.left + box.width + 14, width: 12};
      for (let k = 0; k < data.ramp.length; ++k) {
        context.fillStyle = data.ramp[k];
        context.fillRect(bar.left, box.top + box.height * (1 - (k + 1) / data.ramp.length),
                         bar.width, box.height / data.ramp.length + 0.6);
      }
      context.fillStyle = colour('quiet');
      context.textAlign = 'left';
      context.fillText(numberText(map.ends[1]), bar.left + bar.width + 4, box.top + 10);
      context.fillText(numberText(map.ends[0]), bar.left + bar.width + 4, box.top + box.height);
      context.fillText(map.value, Math.min(bar.left, width - 6 * map.value.length), height - 6);
      if (!map.cuts) return;
      context.strokeStyle = colour('focus');
      context.beginPath();
      context.moveTo(box.left + (chosen + 0.5) * w, box.top);
      context.lineTo(box.left + (chosen + 0.5) * w, box.top + box.height);
      context.stroke();
    }, {role: 'img', 'aria-label': name});
    if (!map.cuts) return;

    // the chosen column as a curve
    const slider = make('input', {type: 'range', min: 0, max: columns - 1, value: chosen,
                                  'aria-label': map.x + ' of the curve below'});
    const told = make('output', {class: 'readout'});
    area.append(make('div', {class: 'controls'}, make('label', {}, map.x, slider), told));
    const cut = canvasIn(area, 170, (context, width) => {
      const box = {left: 78, top: 8, width: width - 78 - 96, height: 120};
      frame(context, box, {x: map.y, y: map.value, xEnds: map.y_ends, yEnds: map.ends, yLog: map.log});
      context.strokeStyle = curveColour(0);
      context.lineWidth = 1.8;
      context.beginPath();
      let down = false;
      rows.forEach((row, i) => {
        if (row[chosen] < 0) { down = false; return; }
        const x = box.left + box.width * (rows.length > 1 ? i / (rows.length - 1) : 0.5);
        const y = box.top + box.height * (1 - row[chosen] / data.map_levels);
        if (down) context.lineTo(x, y); else context.moveTo(x, y);
        down = true;
      });
      context.stroke();
    }, {role: 'img', 'aria-label': 'the column of the map that the slider chooses'});
    const choose = () => {
      chosen = Number(slider.value);
      const column = rows.map((row) => row[chosen]).filter((level) => level >= 0);
      const ends = column.length ? [Math.min(...column), Math.max(...column)]
        .map((level) => numberText(mix(map.ends, level / data.map_levels, map.log))) : ['none', 'none'];
      told.textContent = map.x + ' ' + numberText(mix(map.x_ends, columns > 1 ? chosen / (columns - 1) : 0))
        + ': ' + map.value + ' from ' + ends[0] + ' to ' + ends[1];
      redraw();
      cut.redraw();
    };
    slider.addEventListener('input', choose);
    choose();
  };

  // ---- Moving shapes ----------------------------------------------------------------------------

  const drawMotion = (area, motion) => {
    const name = area.getAttribute('aria-label');
    area.removeAttribute('role');
    area.removeAttribute('aria-label');
    const count = motion.places.length / 3;
    const low = [0, 1, 2].map((k) => Math.min(...Array.from({length: count}, (_, i) => motion.places[3 * i + k])));
    const high = [0, 1, 2].map((k) => Math.max(...Array.from({length: count}, (_, i) => motion.places[3 * i + k])));
    const size = Math.hypot(...high.map((x, k) => x - low[k])) || 1;
    const flat = high.map((x, k) => x - low[k] < 1e-6 * size);
    const plane = flat.filter(Boolean).length === 1 && flat[2];
    const largest = motion.shapes.map((shape) => {
      let most = 0;
      for (let i = 0; i < count; ++i)
        most = Math.max(most, Math.hypot(...shape.motion.slice(3 * i, 3 * i + 3)));
      return most || 1;
    });
    let shape = 0, turn = plane ? 0 : 0.6, tilt = plane ? 0 : 0.45, swing = 0.1, phase = Math.PI / 2;
    let playing = false, last = null;

    const project = (x, y, z) => {
      const [dx, dy, dz] = [x, y, z].map((value, k) => value - (low[k] + high[k]) / 2);
      const ax = Math.cos(turn) * dx + Math.sin(turn) * dz, az = -Math.sin(turn) * dx + Math.cos(turn) * dz;
      return [ax, Math.cos(tilt) * dy - Math.sin(tilt) * az];
    };
    // what a view shows at rest: its middle and its extents
    const viewed = () => {
      const box = {low: [Infinity, Infinity], high: [-Infinity, -Infinity]};
      for (let i = 0; i < count; ++i)
        project(...motion.places.slice(3 * i, 3 * i + 3)).forEach((value, k) => {
          box.low[k] = Math.min(box.low[k], value);
          box.high[k] = Math.max(box.high[k], value);
        });
      return box;
    };
    // places that move by `share` of the shape, in pixels
    const pixels = (width, height, share) => {
      const {low: from, high: to} = viewed();
      const room = 2 * swing * size;
      const scale = 0.92 * Math.min(width / (to[0] - from[0] + room || 1), height / (to[1] - from[1] + room || 1));
      const factor = share * swing * size / largest[shape], moved = motion.shapes[shape].motion;
      const at = [];
      for (let i = 0; i < count; ++i) {
        const [u, v] = project(...[0, 1, 2].map((k) => motion.places[3 * i + k] + factor * moved[3 * i + k]));
        at.push(width / 2 + scale * (u - (from[0] + to[0]) / 2), height / 2 - scale * (v - (from[1] + to[1]) / 2));
      }
      return at;
    };
    const trace = (context, at) => {
      context.beginPath();
      for (let k = 0; k < motion.bars.length; k += 2) {
        context.moveTo(at[2 * motion.bars[k]], at[2 * motion.bars[k] + 1]);
        context.lineTo(at[2 * motion.bars[k + 1]], at[2 * motion.bars[k + 1] + 1]);
      }
      context.stroke();
    };
    const controls = make('div', {class: 'controls', role: 'group', 'aria-label': 'shape and view'});
    area.append(controls);
    const {redraw} = canvasIn(area, 320, (context, width, height) => {
      context.lineWidth = 1;
      context.strokeStyle = colour('line');
      trace(context, pixels(width, height, 0));
      const at = pixels(width, height, Math.sin(phase));
      context.strokeStyle = curveColour(0);
      context.fillStyle = curveColour(0);
      trace(context, at);
      const dot = count > 4000 ? 1 : count > 500 ? 1.6 : 3;
      for (let i = 0; i < count; ++i) context.fillRect(at[2 * i] - dot / 2, at[2 * i + 1] - dot / 2, dot, dot);
      context.fillStyle = curveColour(1);
      const mark = motion.marked.length > 60 ? 3 : 6;
      for (const i of motion.marked) context.fillRect(at[2 * i] - mark / 2, at[2 * i + 1] - mark / 2, mark, mark);
    }, {role: 'img', 'aria-label': name});

    const tick = (time) => {
      if (!playing) return;
      if (last !== null) phase += (time - last) / 1000 * 2 * Math.PI * 0.6;
      last = time;
      redraw();
      requestAnimationFrame(tick);
    };
    const play = button('play', 'play or pause the motion', () => {
      playing = !playing;
      last = null;
      play.textContent = playing ? 'pause' : 'play';
      if (playing) requestAnimationFrame(tick);
    });
    const choice = make('select', {'aria-label': 'shape'},
                        ...motion.shapes.map((s, k) => make('option', {value: k}, s.name)));
    choice.addEventListener('change', () => { shape = Number(choice.value); redraw(); });
    const range = (label, least, most, value, set) => {
      const input = make('input', {type: 'range', min: least, max: most, step: 0.01, value});
      input.addEventListener('input', () => { set(Number(input.value)); redraw(); });
      return make('label', {}, label, input);
    };
    controls.append(play, choice, range('amplitude', 0, 0.4, swing, (x) => { swing = x; }),
                    range('turn', -3.14, 3.14, turn, (x) => { turn = x; }),
                    range('tilt', -1.57, 1.57, tilt, (x) => { tilt = x; }));
    // moves by itself where the reader does not mind and sees it
    if (!calm.matches && 'IntersectionObserver' in window) {
      new IntersectionObserver((entries, observer) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        if (!playing) play.click();
      }).observe(area);
    }
  };

  // Of the charts those whose curves have left ink on their canvas; for tests, which ask with #check.
  const chartsWithInk = () => [...document.querySelectorAll('.chart-area')].filter((area) =>
    [...area.querySelectorAll('canvas')].some((canvas) => {
      const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      for (let k = 0; k < pixels.length; k += 4)  // grids and axes are grey, curves are not
        if (pixels[k + 3] > 99 && Math.max(Math.abs(pixels[k] - pixels[k + 1]), Math.abs(pixels[k + 1] - pixels[k + 2])) > 60)
          return true;
      return false;
    })).length;

  // ---- The page ---------------------------------------------------------------------------------

  let points = 0, curves = 0;
  for (const area of document.querySelectorAll('[data-chart]')) {
    const chart = data.charts[Number(area.dataset.chart)];
    drawChart(area, chart);
    curves += chart.curves.length;
    for (const curve of chart.curves) points += curve.x.length;
  }
  for (const area of document.querySelectorAll('[data-map]')) drawMap(area, data.maps[Number(area.dataset.map)]);
  for (const area of document.querySelectorAll('[data-motion]'))
    drawMotion(area, data.motions[Number(area.dataset.motion)]);

  if (location.hash === '#check') root.dataset.inked = String(chartsWithInk());

  const redrawAll = () => redraws.forEach((redraw) => redraw());
  dark.addEventListener('change', redrawAll);
  window.addEventListener('resize', redrawAll);
  window.addEventListener('beforeprint', redrawAll);
  window.addEventListener('afterprint', redrawAll);

  Object.assign(root.dataset, {
    charts: String(data.charts.length), curves: String(curves), points: String(points),
    maps: String(data.maps.length), motions: String(data.motions.length), ready: 'yes',
  });
})();
