// Zooms the figures of the page, reads numbers out of them and moves its shapes. What went into the
// page stands in data-attributes of the document: data-ready, data-charts, data-curves, data-maps,
// data-motions; with #check also data-points and how many charts data-inked, data-zoomed, data-read.
'use strict';
(() => {
  const root = document.documentElement;
  const data = JSON.parse(document.getElementById('report-data').textContent);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const redraws = [];  // called when colours or sizes change

  const colour = (name) => getComputedStyle(root).getPropertyValue('--' + name).trim();

  // make('button', {type: 'button'}, 'text', parts...): texts are never markup.
  const filled = (element, attributes, parts) => {
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...parts);
    return element;
  };
  const make = (tag, attributes, ...parts) => filled(document.createElement(tag), attributes, parts);
  const draw = (tag, attributes, ...parts) =>
    filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, parts);
  const button = (text, name, act) => {
    const element = make('button', {type: 'button', 'aria-label': name, title: name}, text);
    element.addEventListener('click', act);
    return element;
  };

  const numberText = (x, digits = 5) => {
    if (x === 0) return '0';
    const size = Math.abs(x);
    const text = size >= 1e5 || size < 1e-3 ? x.toExponential(3) : String(Number(x.toPrecision(digits)));
    return text.replace(/\.?0+e/, 'e').replace('e+', 'e').replace('-', '\u2212');
  };
  const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

  // ---- Panels: what the SVG writer drew ---------------------------------------------------------

  const mix = (ends, share, log) =>
    log ? ends[0] * (ends[1] / ends[0]) ** share : ends[0] + share * (ends[1] - ends[0]);
  const shareOf = (ends, value, log) =>
    log ? Math.log(value / ends[0]) / Math.log(ends[1] / ends[0]) : (value - ends[0]) / (ends[1] - ends[0]);

  // Round numbers within the ends, about `most`.
  const ticksOf = (ends, log, most) => {
    const ticks = [];
    if (log && ends[1] / ends[0] > 5) {
      for (let power = Math.floor(Math.log10(ends[0])); 10 ** power <= ends[1]; ++power)
        for (const factor of ends[1] / ends[0] > 100 ? [1] : [1, 2, 5])
          if (factor * 10 ** power >= ends[0] && factor * 10 ** power <= ends[1]) ticks.push(factor * 10 ** power);
      const every = Math.ceil(ticks.length / most);
      return ticks.filter((_, k) => k % every === 0);
    }
    const width = ends[1] - ends[0];
    const power = 10 ** Math.floor(Math.log10(width / most));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((s) => width / s <= most);
    for (let k = Math.ceil(ends[0] / step - 1e-9); k * step <= ends[1] + 1e-9 * step; ++k)
      ticks.push(Number((k * step).toPrecision(12)));
    return ticks;
  };

  // Places are those of the drawing [px from the panel's upper left corner], and so is the window
  // that is seen of it; values are what the axes say.
  const panelOf = (plot) => {
    const svg = plot.querySelector('svg'), g = svg.querySelector('.panel');
    const [left, top, right, bottom] = g.dataset.box.split(' ').map(Number);
    const size = {x: right - left, y: bottom - top};
    const axis = (name, flip) => {
      const [low, high, kind] = g.dataset[name].split(' ');
      const ends = [Number(low), Number(high)], log = kind === 'log';
      return {
        log,
        value: (at) => mix(ends, flip ? 1 - at / size.y : at / size.x, log),
        place: (value) => flip ? size.y * (1 - shareOf(ends, value, log)) : size.x * shareOf(ends, value, log),
        // as exact as the drawing
        text: (value) => numberText(log ? value : Math.round(value / (ends[1] - ends[0]) * 2e5) / 2e5 * (ends[1] - ends[0]), log ? 4 : 6),
      };
    };
    const axes = {x: axis('x', false), y: axis('y', true)};
    const part = (name) => g.querySelector('.' + name);
    // where the pointer is, and whether that is in the panel
    const pointer = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return {x: at.x - left, y: at.y - top, inside: at.x >= left && at.x <= right && at.y >= top && at.y <= bottom};
    };
    return {svg, g, left, top, right, bottom, size, axes, part, pointer};
  };

  // ---- Curves -----------------------------------------------------------------------------------

  const charts = [];

  const openChart = (area) => {
    const plot = area.querySelector('.plot');
    if (!plot) return;  // nothing could be drawn
    const panel = panelOf(plot), {svg, g, left, top, right, bottom, size, axes, part, pointer} = panel;
    const labels = [...g.children].filter((child) => child.tagName === 'text').map((text) => text.textContent);
    const paths = [...part('curves').querySelectorAll('path')];
    const curves = paths.map((path) => ({path, name: path.textContent, shown: true, at: null}));
    const whole = {x: [0, size.x], y: [0, size.y]};
    let seen = whole;
    const drawn = {grid: part('grid').getAttribute('d'), frame: part('frame').getAttribute('d'),
                   numbers: [...part('numbers').children]};

    // x and y in turn; read once, when first asked for
    const places = (curve) => {
      curve.at = curve.at || curve.path.getAttribute('d').replace(' h0', '').slice(1).split(/[ ,]/).map(Number);
      return curve.at;
    };
    // Calls take(y) for what lies of a curve between two x.
    const within = (curve, from, to, take) => {
      const at = places(curve);
      for (let k = 0; k < at.length; k += 2) {
        if (at[k] >= from && at[k] <= to) take(at[k + 1]);
        if (k === 0) continue;
        for (const x of [from, to]) {
          const [a, b] = [at[k - 2], at[k]];
          if (a !== b && (a - x) * (b - x) <= 0) take(at[k - 1] + (x - a) / (b - a) * (at[k + 1] - at[k - 1]));
        }
      }
    };

    const show = () => {
      const [x0, x1] = seen.x, [y0, y1] = seen.y, kx = size.x / (x1 - x0), ky = size.y / (y1 - y0);
      part('curves').setAttribute('transform', `scale(${kx} ${ky}) translate(${-x0} ${-y0})`);
      point(null);
      if (seen === whole) {
        part('grid').setAttribute('d', drawn.grid);
        part('frame').setAttribute('d', drawn.frame);
        part('numbers').replaceChildren(...drawn.numbers);
        return;
      }
      let grid = '', frame = `M${left},${top} V${bottom} H${right}`;
      const numbers = [];
      const number = (value, x, y, anchor) =>
        numbers.push(draw('text', {x, y, fill: '#333333', 'text-anchor': anchor}, numberText(value, 7)));
      for (const value of ticksOf(seen.x.map(axes.x.value), axes.x.log, size.x / 100)) {
        const x = left + (axes.x.place(value) - x0) * kx;
        grid += `M${x},${bottom} V${top} `;
        frame += ` M${x},${bottom} v5.85`;
        number(value, x, bottom + 20.8, 'middle');
      }
      for (const value of ticksOf([axes.y.value(y1), axes.y.value(y0)], axes.y.log, size.y / 36)) {
        const y = top + (axes.y.place(value) - y0) * ky;
        grid += `M${left},${y} H${right} `;
        frame += ` M${left},${y} h-5.85`;
        number(value, left - 12, y + 4.2, 'end');
      }
      part('grid').setAttribute('d', grid);
      part('frame').setAttribute('d', frame);
      part('numbers').replaceChildren(...numbers);
    };

    // Sees x from and to, and of y what the curves do there.
    const look = (from, to) => {
      const least = 1;  // [px]
      from = clamp(from, 0, size.x - least);
      to = clamp(to, from + least, size.x);
      if (from === 0 && to === size.x) { seen = whole; show(); return; }
      let low = Infinity, high = -Infinity;
      for (const curve of curves)
        if (curve.shown) within(curve, from, to, (y) => { low = Math.min(low, y); high = Math.max(high, y); });
      const middle = (low + high) / 2, half = Math.max(0.55 * (high - low), 0.1);
      seen = {x: [from, to], y: low <= high ? [middle - half, middle + half] : whole.y};
      show();
    };

    const readout = make('div', {class: 'readout', 'aria-hidden': 'true'});
    const cursor = draw('path', {class: 'cursor'}), dots = draw('path', {class: 'dots'});
    g.append(cursor, dots);
    // Tells what the curves are at x; null: nothing.
    const point = (x) => {
      let line = '', marks = '', told = '';
      if (x !== null && x >= seen.x[0] && x <= seen.x[1]) {
        const across = left + (x - seen.x[0]) / (seen.x[1] - seen.x[0]) * size.x;
        line = `M${across},${top} V${bottom}`;
        told = labels[0] + ' ' + axes.x.text(axes.x.value(x));
        for (const curve of curves.filter((c) => c.shown)) {
          let y = null;
          within(curve, x, x, (found) => { y = y === null ? found : y; });
          if (y === null) continue;
          told += '   ' + curve.name + ' ' + axes.y.text(axes.y.value(y));
          const down = (y - seen.y[0]) / (seen.y[1] - seen.y[0]);
          if (down >= 0 && down <= 1) marks += `M${across},${top + down * size.y} h0 `;
        }
      }
      cursor.setAttribute('d', line);
      dots.setAttribute('d', marks);
      readout.textContent = told;
    };

    const chart = {
      area, look, point, axes, curves, places, together: area.dataset.together, all: () => look(0, size.x),
      tells: () => { point(places(curves[0])[0]); const told = readout.textContent; point(null); return told.includes(curves[0].name); },
      ink: () => paths.some((path) => { const box = path.getBBox(); return box.width + box.height > 0; }),
    };
    charts.push(chart);
    const partners = () => charts.filter((c) => c === chart || (c.together && c.together === chart.together));
    // the same values in all of them, or all that each has
    const lookTogether = (from, to) => {
      const values = [clamp(from, 0, size.x), clamp(to, 0, size.x)].map(axes.x.value);
      for (const c of partners()) if (from <= 0 && to >= size.x) c.all(); else c.look(...values.map(c.axes.x.place));
    };
    const pointTogether = (x) => {
      for (const c of partners()) c.point(x === null ? null : c.axes.x.place(axes.x.value(x)));
    };
    // the window moved by `shift` of its width and made `factor` as wide, within the data
    const change = (factor, shift) => {
      const half = Math.min((seen.x[1] - seen.x[0]) / 2 * factor, size.x / 2);
      const middle = clamp((seen.x[0] + seen.x[1]) / 2 + shift * 2 * half, half, size.x - half);
      lookTogether(middle - half, middle + half);
    };

    // a drag chooses what is seen, with the shift key it moves it
    const chosen = draw('rect', {class: 'chosen'});
    let start = null;
    const placeOf = (at) => seen.x[0] + clamp(at.x, 0, size.x) / size.x * (seen.x[1] - seen.x[0]);
    const heightOf = (at) => seen.y[0] + clamp(at.y, 0, size.y) / size.y * (seen.y[1] - seen.y[0]);
    svg.addEventListener('pointerdown', (event) => {
      const at = pointer(event);
      if (!at.inside || event.button !== 0 || event.pointerType === 'touch') return;
      start = {...at, moves: event.shiftKey};
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    svg.addEventListener('pointermove', (event) => {
      const at = pointer(event);
      if (!start) { pointTogether(at.inside ? placeOf(at) : null); return; }
      if (start.moves) {
        change(1, (start.x - at.x) / size.x);
        start.x = at.x;
        return;
      }
      const along = Math.abs(at.x - start.x) >= Math.abs(at.y - start.y);
      const [x0, x1] = along ? [start.x, clamp(at.x, 0, size.x)].sort((a, b) => a - b) : [0, size.x];
      const [y0, y1] = along ? [0, size.y] : [start.y, clamp(at.y, 0, size.y)].sort((a, b) => a - b);
      filled(chosen, {x: left + x0, y: top + y0, width: x1 - x0, height: y1 - y0, 'data-along': along}, []);
      g.append(chosen);
    });
    svg.addEventListener('pointerup', (event) => {
      if (!start) return;
      const at = pointer(event), from = start, along = chosen.dataset.along === 'true';
      start = null;
      chosen.remove();
      if (from.moves || Math.hypot(at.x - from.x, at.y - from.y) < 5) return;
      if (along) {
        lookTogether(...[placeOf(from), placeOf(at)].sort((a, b) => a - b));
      } else {
        seen = {x: seen.x, y: [heightOf(from), heightOf(at)].sort((a, b) => a - b)};
        show();
      }
    });
    svg.addEventListener('pointerleave', () => { if (!start) pointTogether(null); });
    svg.addEventListener('dblclick', () => lookTogether(0, size.x));

    // the legend chooses
    for (const entry of svg.querySelectorAll('.entry')) {
      const curve = curves.find((c) => c.path.dataset.curve === entry.dataset.curve);
      const toggle = () => {
        curve.shown = !curve.shown;
        curve.path.style.display = curve.shown ? '' : 'none';
        entry.setAttribute('aria-checked', curve.shown);
        if (seen !== whole) look(...seen.x);
      };
      filled(entry, {role: 'checkbox', tabindex: 0, 'aria-checked': true, 'aria-label': curve.name}, []);
      entry.addEventListener('click', toggle);
      entry.addEventListener('keydown', (event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        toggle();
      });
    }
    plot.setAttribute('role', 'group');
    plot.before(make('div', {class: 'controls', role: 'group', 'aria-label': 'zoom of ' + plot.getAttribute('aria-label')},
        button('+', 'zoom in', () => change(0.5, 0)), button('\u2212', 'zoom out', () => change(2, 0)),
        button('\u2190', 'earlier', () => change(1, -0.5)), button('\u2192', 'later', () => change(1, 0.5)),
        button('all', 'show everything', () => lookTogether(0, size.x))));
    plot.after(readout);
    if (charts.length > 1) return;  // said once
    plot.before(make('p', {class: 'readout'}, 'A drag over a chart zooms, with the shift key it moves what is seen; ' +
        'a double click shows everything again, a click on a name of the legend hides its curve.'));
  };

  // ---- Maps -------------------------------------------------------------------------------------

  const openMap = (area, map) => {
    const plots = [...area.querySelectorAll('.plot')], panel = panelOf(plots[0]);
    const rows = map.rows.map((row) => [...row].map((letter) => letter.charCodeAt(0) - 0x101));  // levels; none: -1
    const columns = rows[0].length;
    const valueOf = (level) => level < 0 ? 'no number' : numberText(mix(map.ends, level / data.map_levels, map.log));
    const readout = make('div', {class: 'readout', 'aria-hidden': 'true'});
    panel.svg.addEventListener('pointermove', (event) => {
      const at = panel.pointer(event);
      const row = rows[Math.floor((1 - at.y / panel.size.y) * rows.length)];
      const level = row && row[Math.floor(at.x / panel.size.x * columns)];
      readout.textContent = !at.inside || level === undefined ? '' :
        map.x + ' ' + panel.axes.x.text(panel.axes.x.value(at.x)) + '   ' +
        map.y + ' ' + panel.axes.y.text(panel.axes.y.value(at.y)) + '   ' + map.value + ' ' + valueOf(level);
    });
    panel.svg.addEventListener('pointerleave', () => { readout.textContent = ''; });
    plots[0].after(readout);
    if (plots.length < 2) return;

    // the chosen column as a curve
    const cut = panelOf(plots[1]), mark = draw('path', {class: 'mark'});
    panel.g.append(mark);
    const slider = make('input', {type: 'range', min: 0, max: columns - 1, value: Math.floor(columns / 2),
                                  'aria-label': map.x + ' of the curve below'});
    const told = make('output', {class: 'readout'});
    plots[1].before(make('div', {class: 'controls'}, make('label', {}, map.x, slider), told));
    const choose = () => {
      const chosen = Number(slider.value), across = panel.left + (chosen + 0.5) / columns * panel.size.x;
      let line = '', low = Infinity, high = -Infinity, down = false;
      rows.forEach((row, i) => {
        const level = row[chosen];
        if (level >= 0) {
          line += (down ? 'L' : 'M') + i / (rows.length - 1) * cut.size.x + ',' + (1 - level / data.map_levels) * cut.size.y;
          [low, high] = [Math.min(low, level), Math.max(high, level)];
        }
        down = level >= 0;
      });
      cut.part('curves').querySelector('path').setAttribute('d', line);
      mark.setAttribute('d', `M${across},${panel.top} V${panel.bottom}`);
      told.textContent = map.x + ' ' + numberText(mix(map.x_ends, columns > 1 ? chosen / (columns - 1) : 0)) +
        ': ' + map.value + (low <= high ? ' from ' + valueOf(low) + ' to ' + valueOf(high) : ' without a number');
    };
    slider.addEventListener('input', choose);
    choose();
  };

  // ---- Moving shapes ----------------------------------------------------------------------------

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
      context.strokeStyle = colour('curve-0');
      context.fillStyle = colour('curve-0');
      trace(context, at);
      const dot = count > 4000 ? 1 : count > 500 ? 1.6 : 3;
      for (let i = 0; i < count; ++i) context.fillRect(at[2 * i] - dot / 2, at[2 * i + 1] - dot / 2, dot, dot);
      context.fillStyle = colour('curve-1');
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

  // ---- The page ---------------------------------------------------------------------------------

  document.querySelectorAll('.chart-area').forEach(openChart);
  for (const area of document.querySelectorAll('.map-area')) openMap(area, data.maps[Number(area.dataset.number)]);
  for (const area of document.querySelectorAll('.motion-area'))
    drawMotion(area, data.motions[Number(area.dataset.number)]);

  const count = (list, of) => String(list.reduce((sum, item) => sum + of(item), 0));
  if (location.hash === '#check') {  // for tests
    const zooms = ({area}) => {
      const press = (name) => area.querySelector(`[title="${name}"]`).click();
      const numbers = () => area.querySelector('.numbers').textContent.replace(/\s/g, ''), whole = numbers();
      press('zoom in');
      const zoomed = numbers();
      press('show everything');
      return Number(zoomed !== whole && numbers() === whole);
    };
    root.dataset.inked = count(charts, (chart) => Number(chart.ink()));
    root.dataset.zoomed = count(charts, zooms);
    root.dataset.read = count(charts, (chart) => Number(chart.tells()));
    root.dataset.points = count(charts, (chart) => chart.curves.reduce((sum, c) => sum + chart.places(c).length / 2, 0));
  }

  const redrawAll = () => redraws.forEach((redraw) => redraw());
  dark.addEventListener('change', redrawAll);
  window.addEventListener('resize', redrawAll);
  window.addEventListener('beforeprint', redrawAll);
  window.addEventListener('afterprint', redrawAll);

  Object.assign(root.dataset, {
    charts: String(charts.length), curves: count(charts, (chart) => chart.curves.length),
    maps: String(data.maps.length), motions: String(data.motions.length), ready: 'yes',
  });
})();
