// Somebody with a telescope in a car park.
import { circle, ellipse, line, night, over, path, poly, rect, turn } from '../../shapes.mjs';

export function starCount(p, random) {
  const stars = [
    [180, 150],
    [330, 90],
    [440, 210],
    [590, 170],
    [700, 60],
    [840, 150],
    [820, 290],
    [640, 300],
  ];
  return [
    rect(0, 0, 1280, 800, p.ink),
    circle(640, 900, 700, p.main, { opacity: 0.3 }),
    circle(640, 960, 640, p.main, { opacity: 0.55 }),
    circle(640, 1010, 540, p.mid, { opacity: 0.35 }),
    night(random, 120, 1280, 520, p.paper),
    line(`M${stars.map((point) => point.join(' ')).join('L')}L590 170`, p.mid, 3, {
      'stroke-dasharray': '2 12',
    }),
    stars.map(([x, y], i) => [circle(x, y, 15, p.main), circle(x, y, i % 3 ? 7 : 10, p.sun)]),
    rect(0, 640, 1280, 160, '#22101f'),
    Array.from({ length: 7 }, (_, i) =>
      poly(
        [
          [60 + i * 200, 640],
          [72 + i * 200, 640],
          [20 + i * 220, 800],
          [0 + i * 220, 800],
        ],
        p.soft,
      ),
    ),
    rect(0, 590, 1280, 50, p.main),
    over(Array.from({ length: 16 }, (_, i) => rect(i * 90, 590, 40, 50, p.soft))),
    rect(1120, 250, 14, 400, p.soft),
    path('M1127 254C1127 200 1060 200 1040 220', 'none', { stroke: p.soft, 'stroke-width': 12 }),
    ellipse(1030, 226, 34, 12, p.mid),
    line('M700 530L610 720M700 530L790 720M700 530V730', p.accent, 13),
    turn(
      -34,
      700,
      510,
      rect(540, 472, 220, 68, p.paper, { rx: 10 }),
      rect(750, 460, 150, 92, p.soft, { rx: 10 }),
      rect(884, 452, 26, 108, p.accent, { rx: 6 }),
      rect(490, 490, 60, 34, p.accent, { rx: 6 }),
      over(rect(540, 510, 350, 40, p.soft)),
    ),
    circle(700, 520, 22, p.ink),
    path('M420 730L436 560Q480 500 524 560L540 730Z', p.accent),
    over(path('M480 530Q524 530 528 590L540 730H480Z', p.soft)),
    circle(486, 500, 40, '#e8b48e'),
    path('M444 506C436 440 520 430 530 484C500 476 480 486 470 512Z', p.sun),
    line('M500 590L560 600', p.accent, 24),
    rect(430, 726, 48, 20, p.soft, { rx: 8 }),
    rect(492, 726, 48, 20, p.soft, { rx: 8 }),
    path(
      'M130 690C130 660 150 650 180 646L220 600H330L366 646C390 650 400 664 400 700H130Z',
      p.mid,
    ),
    rect(232, 610, 42, 34, p.sun),
    rect(284, 610, 48, 34, p.sun),
    circle(190, 700, 28, p.ink),
    circle(340, 700, 28, p.ink),
    circle(190, 700, 11, p.soft),
    circle(340, 700, 11, p.soft),
  ];
}
