// A bedroom at night with one lamp on.
import { circle, inside, land, night, over, path, poly, rect, turn } from '../../shapes.mjs';

export function beforeSleep(p, random) {
  const window = rect(110, 90, 380, 430, p.ink);
  return [
    rect(0, 0, 1280, 800, p.main),
    over(rect(0, 0, 1280, 800, p.mid)),
    poly(
      [
        [876, 400],
        [1084, 400],
        [1240, 690],
        [720, 690],
      ],
      p.sun,
      { opacity: 0.3 },
    ),
    circle(980, 330, 190, p.sun, { opacity: 0.28 }),
    rect(92, 72, 416, 466, p.paper),
    window,
    inside(
      'pane',
      window,
      night(random, 26, 490, 400, p.paper),
      circle(370, 210, 66, p.sun),
      circle(342, 196, 60, p.ink),
      land(
        [
          [90, 440],
          [220, 380],
          [330, 430],
          [510, 370],
        ],
        p.main,
        540,
      ),
      land(
        [
          [90, 490],
          [300, 450],
          [510, 480],
        ],
        p.mid,
        540,
      ),
    ),
    rect(294, 90, 12, 430, p.paper),
    rect(110, 300, 380, 12, p.paper),
    rect(76, 534, 448, 20, p.paper),
    path('M40 50H190C190 240 160 420 60 590H40Z', p.accent),
    path('M560 50H430C430 240 450 420 540 590H560Z', p.accent),
    over(
      path('M40 50H90C90 240 80 420 40 590Z', p.soft),
      path('M560 50H510C510 240 530 420 560 590Z', p.soft),
    ),
    rect(20, 40, 560, 16, p.ink, { rx: 8 }),
    rect(0, 690, 1280, 110, p.ink),
    poly(
      [
        [916, 300],
        [1044, 300],
        [1086, 400],
        [874, 400],
      ],
      p.sun,
    ),
    rect(972, 400, 16, 90, p.ink),
    rect(940, 484, 80, 14, p.ink, { rx: 7 }),
    rect(880, 498, 200, 16, p.paper),
    rect(896, 514, 168, 190, p.soft),
    rect(916, 540, 128, 52, p.paper),
    circle(980, 566, 8, p.accent),
    turn(-4, 1040, 490, rect(1016, 474, 60, 12, p.accent), rect(1010, 486, 70, 12, p.paper)),
    rect(120, 470, 30, 250, p.ink, { rx: 10 }),
    path('M150 560H760C800 560 820 600 820 640V720H150Z', p.paper),
    path('M300 552H760C812 552 836 600 836 650V724H340C300 680 290 610 300 552Z', p.soft),
    inside(
      'quilt',
      path('M300 552H760C812 552 836 600 836 650V724H340C300 680 290 610 300 552Z', p.soft),
      Array.from({ length: 8 }, (_, i) =>
        poly(
          [
            [300 + i * 76, 540],
            [338 + i * 76, 540],
            [370 + i * 76, 740],
            [332 + i * 76, 740],
          ],
          i % 2 ? p.accent : p.mid,
        ),
      ),
      rect(280, 620, 580, 14, p.paper),
    ),
    path(
      'M156 540C160 500 280 500 292 540C300 570 290 584 276 584H170C156 580 152 560 156 540Z',
      p.ground,
    ),
    rect(814, 620, 24, 120, p.ink, { rx: 8 }),
  ];
}
