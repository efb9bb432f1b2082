// A lighthouse at dusk, at the end of its road.
import {
  circle,
  curve,
  inside,
  line,
  night,
  over,
  path,
  poly,
  rect,
  stipple,
} from '../../shapes.mjs';

export function lighthouse(p, random) {
  return [
    rect(0, 0, 1280, 800, p.soft),
    rect(0, 0, 1280, 470, p.main),
    over(rect(0, 330, 1280, 140, p.mid)),
    circle(300, 470, 140, p.accent),
    night(random, 22, 1280, 200, p.soft),
    poly(
      [
        [800, 196],
        [0, 40],
        [0, 250],
        [800, 226],
      ],
      p.sun,
      { opacity: 0.85 },
    ),
    poly(
      [
        [860, 196],
        [1280, 120],
        [1280, 280],
        [860, 226],
      ],
      p.sun,
      { opacity: 0.85 },
    ),
    rect(0, 470, 1280, 330, p.mid),
    [
      [500, 120, 300],
      [520, 380, 620],
      [548, 60, 240],
      [566, 430, 560],
      [600, 160, 380],
    ].map(([y, a, b]) => rect(a, y, b - a, 8, p.soft, { rx: 4 })),
    [
      [488, 210, 390],
      [510, 250, 360],
      [534, 230, 330],
    ].map(([y, a, b]) => rect(a, y, b - a, 9, p.accent, { rx: 4 })),
    path('M540 800C560 700 640 610 720 590L940 570C1060 590 1180 640 1300 650V820H540Z', p.ink),
    over(path('M540 800C600 740 700 700 820 700C960 700 1100 720 1300 700V820H540Z', p.mid)),
    path('M760 590L790 250H870L900 590Z', p.paper),
    inside(
      'tower',
      path('M760 590L790 250H870L900 590Z', p.paper),
      rect(740, 300, 180, 62, p.accent),
      rect(740, 424, 180, 66, p.accent),
      rect(740, 550, 180, 60, p.accent),
      over(
        poly(
          [
            [838, 240],
            [910, 240],
            [910, 600],
            [846, 600],
          ],
          p.soft,
        ),
      ),
    ),
    rect(770, 240, 120, 16, p.ink),
    rect(796, 180, 68, 62, p.sun),
    rect(826, 180, 8, 62, p.ink),
    path('M784 182C790 130 870 130 876 182Z', p.accent),
    rect(826, 116, 8, 30, p.ink),
    rect(818, 390, 22, 34, p.ink, { rx: 10 }),
    rect(818, 510, 22, 34, p.ink, { rx: 10 }),
    rect(960, 520, 170, 80, p.paper),
    poly(
      [
        [940, 524],
        [1045, 460],
        [1150, 524],
      ],
      p.accent,
    ),
    rect(1000, 548, 26, 32, p.sun),
    rect(1070, 548, 30, 52, p.ink),
    over(rect(1045, 524, 85, 76, p.soft)),
    rect(1096, 450, 20, 50, p.ink),
    line(
      curve([
        [860, 820],
        [900, 740],
        [1010, 690],
        [980, 640],
        [900, 606],
      ]),
      p.paper,
      22,
    ),
    [
      [660, 40, 180],
      [690, 300, 470],
      [730, 120, 260],
    ].map(([y, a, b]) => rect(a, y, b - a, 8, p.soft, { rx: 4 })),
    [
      [430, 300],
      [500, 340],
      [380, 352],
    ].map(([x, y]) => line(`M${x} ${y}q18 -20 32 0q16 -20 32 0`, p.paper, 6)),
    stipple(random, { x: 560, y: 700, width: 720, height: 100, count: 180, fill: p.main }),
  ];
}
