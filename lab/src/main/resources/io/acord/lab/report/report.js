// Tips for drawings, by pointer and by the arrow keys where a drawing has the focus; and an axis that makes use of the room that hidden
// policies leave. The page is complete without either.
(function () {
  'use strict';
  const tip = document.getElementById('tip');

  const known = {};

  function data(id) {
    const element = document.getElementById(id);
    if (element && !known[id]) known[id] = JSON.parse(element.textContent);
    return known[id];
  }

  // Four significant digits, as in the table.
  function brief(value) {
    if (value === null) return 'not available';
    if (value === 0) return '0';
    const [digits, power] = value.toExponential(3).split('e');
    const exponent = Number(power);
    if (exponent >= -3 && exponent <= 4) {
      return String(Number(value.toPrecision(4))).replace('-', '−').replace(/^(−?\d\d)(\d{3})$/, '$1\u202F$2');
    }
    const raised = String(exponent).replace(/[-0-9]/g, c => c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]);
    return (Number(digits) + '×10' + raised).replace(/^-/, '−');
  }

  function show(title, rows, x, y) {
    tip.textContent = '';
    const head = document.createElement('b');
    head.textContent = title;
    tip.append(head);
    const table = document.createElement('table');
    for (const row of rows) {
      const line = table.insertRow();
      for (const cell of row.cells) line.insertCell().textContent = cell;
      if (row.key) line.className = row.key;
    }
    if (rows.length) tip.append(table);
    const box = tip.getBoundingClientRect();
    const left = x + 16 + box.width > innerWidth ? x - 16 - box.width : x + 16;
    const top = Math.min(Math.max(4, y - box.height / 2), innerHeight - box.height - 4);
    tip.style.transform = 'translate(' + Math.max(4, left) + 'px,' + top + 'px)';
    tip.classList.add('shown');
  }

  function hide() {
    tip.classList.remove('shown');
  }

  // A cursor that pointer and keys both move; show(index, clientX, clientY) draws it.
  function steer(element, byPointer, byKey, leave) {
    element.addEventListener('pointermove', byPointer);
    element.addEventListener('pointerdown', byPointer);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('blur', leave);
    element.addEventListener('keydown', event => {
      const dx = { ArrowRight: 1, ArrowLeft: -1 }[event.key] || 0;
      const dy = { ArrowDown: 1, ArrowUp: -1 }[event.key] || 0;
      if (event.key === 'Escape') leave();
      if (dx || dy) {
        event.preventDefault();
        byKey(dx, dy);
      }
    });
  }

  function isShown(key) {
    const box = document.getElementById('show-' + key);
    return !box || box.checked;
  }

  for (const svg of document.querySelectorAll('svg[data-lines]')) {
    const all = data(svg.dataset.lines);
    const [left, right, low, high] = svg.dataset.frame.split(' ').map(Number);
    const cursor = svg.querySelector('.cursor');
    const norm = document.getElementById('cum-norm');
    const normal = () => all.normal && norm && norm.checked ? all.unit || all.normal : 1;
    let at = -1;
    const place = x => left + (x - low) / (high - low) * (right - left);

    function mark(clientY) {
      const x = all.x[at];
      cursor.setAttribute('transform', 'translate(' + place(x) + ',0)');
      cursor.style.opacity = 0.4;
      const rows = [];
      for (const line of all.lines) {
        const n = line.x ? line.x.indexOf(x) : at;
        if (n < 0 || !(n < line.y.length) || !isShown(line.key)) continue;
        const value = line.y[n];
        const cells = [line.name, brief(value === null ? null : value / normal())];
        if (line.low && line.low[n] !== null) {
          cells.push('[' + brief(line.low[n] / normal()) + ', ' + brief(line.high[n] / normal()) + ']');
        }
        rows.push({ key: line.key, cells });
      }
      const box = svg.getBoundingClientRect();
      const scale = box.width / svg.viewBox.baseVal.width;
      show(all.of + ' ' + x, rows, box.left + place(x) * scale, clientY === null ? box.top + box.height / 2 : clientY);
    }

    steer(svg, event => {
      const box = svg.getBoundingClientRect();
      const px = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
      at = 0;
      for (let n = 1; n < all.x.length; n++) {
        if (Math.abs(place(all.x[n]) - px) < Math.abs(place(all.x[at]) - px)) at = n;
      }
      mark(event.clientY);
    }, (dx, dy) => {
      at = Math.min(all.x.length - 1, Math.max(0, at + (dx || dy)));
      mark(null);
    }, () => {
      cursor.style.opacity = 0;
      hide();
    });
  }

  const heat = data('heat-data');
  for (const svg of document.querySelectorAll('svg[data-heat]')) {
    const map = heat[svg.dataset.heat];
    const name = svg.querySelector('title').textContent;
    svg.setAttribute('aria-label', name);
    svg.removeAttribute('aria-labelledby');
    svg.querySelector('title').remove(); // or the browser would show it over the tip
    let column = -1;
    let row = 0;

    function mark() {
      const box = svg.getBoundingClientRect();
      show('agent ' + map.agents[row] + ', round ' + map.rounds[column], [{ cells: ['action', brief(map.x[column][row])] }],
        box.left + (column + 0.5) / map.rounds.length * box.width, box.top + (row + 0.5) / map.agents.length * box.height);
    }

    const clamp = (value, size) => Math.min(size - 1, Math.max(0, value));
    steer(svg, event => {
      const box = svg.getBoundingClientRect();
      column = clamp(Math.floor((event.clientX - box.left) / box.width * map.rounds.length), map.rounds.length);
      row = clamp(Math.floor((event.clientY - box.top) / box.height * map.agents.length), map.agents.length);
      mark();
    }, (dx, dy) => {
      column = clamp(column + dx, map.rounds.length);
      row = clamp(row + dy, map.agents.length);
      mark();
    }, hide);
  }

  for (const svg of document.querySelectorAll('svg.marks')) {
    const marks = Array.from(svg.querySelectorAll('.tip'));
    const words = marks.map(mark => {
      const title = mark.querySelector('title');
      const text = title.textContent;
      mark.setAttribute('aria-label', text);
      title.remove();
      return text.split('\n');
    });
    let at = -1;

    function leave() {
      if (at >= 0) marks[at].classList.remove('on');
      hide();
    }

    function mark(x, y) {
      marks[at].classList.add('on');
      show(words[at][0], words[at].slice(1).map(text => ({ cells: [text] })), x, y);
    }

    steer(svg, event => {
      const found = marks.indexOf(event.target.closest('.tip'));
      leave();
      at = found;
      if (at >= 0) mark(event.clientX, event.clientY);
    }, (dx, dy) => {
      if (!marks.length) return;
      leave();
      at = (at + (dx || dy) + marks.length) % marks.length;
      const box = marks[at].getBoundingClientRect();
      mark(box.right, box.top + box.height / 2);
    }, leave);
  }

  // Round values from 0 to high.
  function ticks(high) {
    const rough = high / 6;
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = power * ([1, 2, 5].find(factor => power * factor >= rough * 0.999) || 10);
    return Array.from({ length: Math.floor(high / step + 1e-9) + 1 }, (_, n) => n * step);
  }

  function add(group, tag, attributes, text) {
    const element = document.createElementNS(group.namespaceURI, tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    if (text) element.textContent = text;
    group.append(element);
  }

  function rescale(svg, all) {
    const [left, right, low, high, top, bottom, , most] = svg.dataset.frame.split(' ').map(Number);
    const seen = all.lines.filter(line => isShown(line.key));
    const reach = Math.max(0, ...seen.flatMap(line => line.y.concat(line.high || [])).filter(value => value !== null));
    const largest = Math.max(0, ...seen.flatMap(line => line.y).filter(value => value !== null));
    all.unit = largest || all.normal;
    const end = reach > 0 && seen.length < all.lines.length ? reach * 1.04 : most;
    const toX = x => (left + (x - low) / (high - low) * (right - left)).toFixed(1);
    const toY = y => (bottom - Math.min(1, Math.max(0, y / end)) * (bottom - top)).toFixed(1);
    const path = (line, values) => all.x.map((x, n) => toX(x) + ',' + toY(values[n])).slice(0, line.y.length);
    for (const group of svg.querySelectorAll('g.line:not(.label)')) {
      const line = all.lines[group.dataset.n];
      if (line.y.includes(null)) continue;
      group.querySelector('.curve').setAttribute('d', 'M' + path(line, line.y).join('L'));
      const band = group.querySelector('.band');
      if (band) band.setAttribute('d', 'M' + path(line, line.high).concat(path(line, line.low).reverse()).join('L') + 'z');
      for (const mark of group.querySelectorAll('.mark')) {
        const n = Number(mark.dataset.at);
        mark.setAttribute('transform', 'translate(' + toX(all.x[n]) + ',' + toY(line.y[n]) + ')');
      }
    }
    const labels = Array.from(svg.querySelectorAll('g.label')).map(group => {
      const line = all.lines[group.dataset.n];
      return { group, shown: isShown(line.key), wanted: Number(toY(line.y[line.y.length - 1])), y: 0 };
    }).filter(label => label.shown).sort((a, b) => a.wanted - b.wanted);
    let edge = top;
    for (const label of labels) {
      label.y = Math.max(edge, label.wanted);
      edge = label.y + 14.5;
    }
    edge = bottom;
    for (const label of labels.reverse()) {
      label.y = Math.min(edge, label.y);
      edge = label.y - 14.5;
      label.group.querySelector('text').setAttribute('y', label.y + 4);
      label.group.querySelector('path').setAttribute('d',
        'M' + (right + 6) + ',' + label.wanted + 'L' + (right + 12) + ',' + label.y + 'H' + (right + 16));
    }
    for (const axis of svg.querySelectorAll('.axis.y')) {
      const unit = axis.classList.contains('norm') ? all.unit : 1;
      axis.querySelectorAll('path, .tick').forEach(old => old.remove());
      for (const tick of ticks(end / unit)) {
        const y = toY(tick * unit);
        add(axis, 'path', { class: tick ? 'grid' : 'base', d: 'M' + left + ',' + y + 'H' + right });
        add(axis, 'text', { class: 'tick', x: left - 8, y: Number(y) + 4, 'text-anchor': 'end' }, brief(tick));
      }
    }
  }

  for (const svg of document.querySelectorAll('#cumulative .linear svg[data-lines]')) {
    const all = data(svg.dataset.lines);
    if (!all.normal) continue;
    const again = () => rescale(svg, all);
    document.querySelectorAll('.legend input').forEach(box => box.addEventListener('change', again));
    if (document.querySelector('.legend input:not(:checked)')) again(); // a browser may remember what was hidden
  }

  addEventListener('scroll', hide, { passive: true });
})();
