(function () {
  var svg = document.getElementById('SPACE_ID');
  var data = JSON.parse(document.getElementById('SPACE_ID-data').textContent);
  var FIRST = { turn: -0.6, tilt: 0.5, zoom: 1 };
  var view = { turn: FIRST.turn, tilt: FIRST.tilt, zoom: FIRST.zoom };
  var low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  var at = 0; // the frame whose drones are dots

  function grow(list, width) {
    for (var k = 0; k + 2 < list.length; k += width)
      for (var c = 0; c < 3 && list[k] !== null; c++) {
        low[c] = Math.min(low[c], list[k + c]);
        high[c] = Math.max(high[c], list[k + c]);
      }
  }
  data.frames.forEach(function (frame) { grow(frame, 3); });
  grow(data.route, 3);
  grow(data.balls, 4);
  var ground = Math.min(0, low[2]);
  var middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (ground + high[2]) / 2];
  var size = Math.max(1, Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - ground));

  /* Seen from far away: turned about the vertical, then tilted towards the viewer. */
  function seen(x, y, z) {
    var s = 240 / size * view.zoom, a = Math.cos(view.turn), b = Math.sin(view.turn);
    var u = (x - middle[0]) * a - (y - middle[1]) * b, v = (x - middle[0]) * b + (y - middle[1]) * a, w = z - middle[2];
    return [s * u, -s * (v * Math.sin(view.tilt) + w * Math.cos(view.tilt))];
  }
  function point(p) { return p[0].toFixed(1) + ',' + p[1].toFixed(1); }
  function line(points) {
    return points.length ? 'M' + points.map(point).join('L') : '';
  }
  function part(name, d) { svg.querySelector('.' + name).setAttribute('d', d); }
  function track(i, onGround) {
    var points = [];
    data.frames.forEach(function (f) {
      if (f[3 * i] !== null) points.push(seen(f[3 * i], f[3 * i + 1], onGround ? ground : f[3 * i + 2]));
    });
    return line(points);
  }

  function draw() {
    var n = data.frames.length ? data.frames[0].length / 3 : 0, tracks = '', shadows = '', dots = '', route = [], i;
    for (i = 0; i < n; i++) {
      tracks += track(i, false);
      shadows += track(i, true);
      var f = data.frames[at];
      if (f[3 * i] !== null) {
        var p = seen(f[3 * i], f[3 * i + 1], f[3 * i + 2]);
        dots += 'M' + (p[0] - 2.2).toFixed(1) + ',' + p[1].toFixed(1) + 'a2.2,2.2 0 1 0 4.4,0a2.2,2.2 0 1 0 -4.4,0';
      }
    }
    for (i = 0; i < data.route.length; i += 3) route.push(seen(data.route[i], data.route[i + 1], data.route[i + 2]));
    part('tracks', tracks);
    part('shadows', shadows);
    part('dots', dots);
    part('route', line(route));
    var corners = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
    part('ground', line(corners.map(function (c) { return seen(c[0], c[1], ground); })) + 'Z');
    mark('east', seen(high[0], (low[1] + high[1]) / 2, ground));
    mark('north', seen((low[0] + high[0]) / 2, high[1], ground));
    var balls = svg.querySelector('.balls');
    while (balls.firstChild) balls.removeChild(balls.firstChild);
    for (i = 0; i < data.balls.length; i += 4) {
      var c = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
      var q = seen(data.balls[i], data.balls[i + 1], data.balls[i + 2]);
      c.setAttribute('cx', q[0].toFixed(1));
      c.setAttribute('cy', q[1].toFixed(1));
      c.setAttribute('r', (240 / size * view.zoom * data.balls[i + 3]).toFixed(1));
      c.setAttribute('fill', 'var(--soft)');
      c.setAttribute('opacity', '0.45');
      balls.appendChild(c);
    }
  }
  function mark(name, p) {
    var text = svg.querySelector('.' + name);
    text.setAttribute('x', p[0].toFixed(1));
    text.setAttribute('y', p[1].toFixed(1));
  }
  function turn(by, up) {
    view.turn += by;
    view.tilt = Math.max(0, Math.min(Math.PI / 2, view.tilt + up));
    draw();
  }
  function zoom(by) {
    view.zoom = Math.max(0.3, Math.min(20, view.zoom * by));
    draw();
  }

  var held = {}; // fingers that are down
  svg.addEventListener('pointerdown', function (e) {
    held[e.pointerId] = [e.clientX, e.clientY];
    svg.setPointerCapture(e.pointerId);
    svg.style.cursor = 'grabbing';
  });
  svg.addEventListener('pointermove', function (e) {
    var was = held[e.pointerId];
    if (!was) return;
    var ids = Object.keys(held);
    if (ids.length === 1) {
      turn((e.clientX - was[0]) * 0.01, (e.clientY - was[1]) * 0.01);
    } else { // two fingers: by how much they went apart
      var other = held[ids[0] === String(e.pointerId) ? ids[1] : ids[0]];
      var before = Math.hypot(was[0] - other[0], was[1] - other[1]);
      zoom(Math.hypot(e.clientX - other[0], e.clientY - other[1]) / Math.max(1, before));
    }
    held[e.pointerId] = [e.clientX, e.clientY];
  });
  function release(e) {
    delete held[e.pointerId];
    svg.style.cursor = 'grab';
  }
  svg.addEventListener('pointerup', release);
  svg.addEventListener('pointercancel', release);
  svg.addEventListener('keydown', function (e) {
    var keys = {
      ArrowLeft: function () { turn(-0.1, 0); },
      ArrowRight: function () { turn(0.1, 0); },
      ArrowUp: function () { turn(0, -0.1); },
      ArrowDown: function () { turn(0, 0.1); },
      '+': function () { zoom(1.2); },
      '-': function () { zoom(1 / 1.2); },
      '0': function () {
        view = { turn: FIRST.turn, tilt: FIRST.tilt, zoom: FIRST.zoom };
        draw();
      }
    };
    if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) {
      keys[e.key]();
      e.preventDefault();
    }
  });
  /* In step with the flights that move: they count frames of their own, at most 400. */
  document.addEventListener('flight', function (e) {
    var frames = Math.min(400, data.of);
    at = frames < 2 ? 0 : Math.round(Math.min(e.detail.k, frames - 1) / (frames - 1) * (data.frames.length - 1));
    draw();
  });
  draw();
})();
