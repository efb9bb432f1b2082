// An old terminal on a tidy desk, with a plant and a mug.
import {
  circle,
  ellipse,
  inside,
  over,
  path,
  poly,
  rect,
  ring,
  sprig,
  stipple,
} from '../../shapes.mjs';

export function boringSoftware(p, random) {
  const screenRows = [150, 240, 96, 190, 130].map((w, i) =>
    rect(500 + (i % 3) * 18, 268 + i * 38, w, 14, i === 3 ? p.accent : p.soft, { rx: 7 }),
  );
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(860, 300, 270, p.sun),
    inside(
      'sun',
      circle(860, 300, 270, p.sun),
      stipple(random, {
        x: 740,
        y: 20,
        width: 400,
        height: 580,
        count: 340,
        fill: p.accent,
        from: 'right',
      }),
    ),
    over(rect(0, 610, 1280, 190, p.mid)),
    rect(0, 604, 1280, 16, p.ink),
    poly(
      [
        [470, 520],
        [810, 520],
        [850, 606],
        [430, 606],
      ],
      p.ground,
    ),
    poly(
      [
        [640, 520],
        [810, 520],
        [850, 606],
        [690, 606],
      ],
      p.soft,
    ),
    rect(400, 170, 480, 360, p.paper, { rx: 34 }),
    path('M800 170H846A34 34 0 0 1 880 204V496A34 34 0 0 1 846 530H800Z', p.ground),
    rect(446, 214, 388, 266, p.ink, { rx: 40 }),
    screenRows,
    rect(640, 458, 24, 8, p.sun),
    inside(
      'glass',
      rect(446, 214, 388, 266, p.ink, { rx: 40 }),
      over(
        poly(
          [
            [700, 200],
            [850, 200],
            [850, 490],
            [560, 490],
          ],
          p.soft,
          { opacity: 0.5 },
        ),
      ),
    ),
    circle(842, 506, 8, p.accent),
    rect(440, 502, 90, 8, p.mid, { rx: 4 }),
    poly(
      [
        [420, 640],
        [860, 640],
        [910, 720],
        [370, 720],
      ],
      p.paper,
    ),
    Array.from({ length: 3 }, (_, row) =>
      Array.from({ length: 12 }, (_, key) =>
        rect(
          422 - row * 13 + key * (36 + row * 2),
          652 + row * 22,
          28,
          14,
          row === 1 && key === 9 ? p.accent : p.mid,
          { rx: 3 },
        ),
      ),
    ),
    rect(1000, 520, 120, 110, p.accent, { rx: 14 }),
    ring(1128, 570, 30, p.accent, 16),
    ellipse(1060, 522, 60, 14, p.ink),
    over(rect(1064, 524, 56, 106, p.soft)),
    sprig(220, 490, 250, p.main, -4, 5, 1.3),
    sprig(215, 500, 190, p.ink, -32, 4),
    sprig(232, 500, 180, p.main, 30, 4),
    poly(
      [
        [140, 480],
        [300, 480],
        [276, 640],
        [164, 640],
      ],
      p.accent,
    ),
    over(
      poly(
        [
          [226, 480],
          [300, 480],
          [276, 640],
          [226, 640],
        ],
        p.soft,
      ),
    ),
  ];
}
