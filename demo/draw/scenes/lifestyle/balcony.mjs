// A balcony with pots, shutters and washing.
import { circle, curve, leaf, line, over, path, poly, rect, sprig } from '../../shapes.mjs';

export function balcony(p) {
  const pot = (x, y, w, h, fill) => [
    poly(
      [
        [x, y],
        [x + w, y],
        [x + w * 0.84, y + h],
        [x + w * 0.16, y + h],
      ],
      fill,
    ),
    rect(x - 7, y - 6, w + 14, 22, fill),
    over(
      poly(
        [
          [x + w * 0.55, y],
          [x + w, y],
          [x + w * 0.84, y + h],
          [x + w * 0.55, y + h],
        ],
        p.soft,
      ),
    ),
  ];
  return [
    rect(0, 0, 1280, 800, p.mid),
    over(Array.from({ length: 14 }, (_, i) => rect(0, i * 62, 1280, 3, p.soft))),
    rect(360, 60, 260, 580, p.ink),
    rect(380, 80, 105, 560, p.accent),
    rect(495, 80, 105, 560, p.accent),
    over(
      poly(
        [
          [380, 80],
          [600, 80],
          [380, 420],
        ],
        p.soft,
      ),
    ),
    rect(340, 44, 300, 22, p.paper),
    rect(240, 70, 110, 570, p.main),
    rect(630, 70, 110, 570, p.main),
    Array.from({ length: 20 }, (_, i) => [
      rect(256, 90 + i * 27, 78, 12, p.ink),
      rect(646, 90 + i * 27, 78, 12, p.ink),
    ]),
    circle(1080, 190, 100, p.sun),
    line(
      curve([
        [760, 130],
        [920, 168],
        [1290, 120],
      ]),
      p.ink,
      5,
    ),
    path('M840 150L960 160L948 300L900 310L850 296Z', p.paper),
    path('M1010 160L1096 150L1110 270H1006Z', p.soft),
    path('M1160 142L1230 132L1240 240L1204 244L1198 190L1190 250L1150 252Z', p.paper),
    sprig(880, 560, 230, p.accent, -6, 5, 1.2),
    sprig(890, 560, 170, p.ink, 24, 4),
    pot(820, 540, 140, 150, p.main),
    sprig(130, 560, 190, p.accent, 4, 4, 1.3),
    [
      [-50, -190],
      [20, -230],
      [70, -170],
      [0, -150],
    ].map(([dx, dy]) => [
      line(`M130 540L${130 + dx} ${540 + dy}`, p.accent, 6),
      circle(130 + dx, 540 + dy, 28, p.paper),
      circle(130 + dx, 540 + dy, 11, p.sun),
    ]),
    pot(60, 540, 140, 150, p.main),
    [0, 1, 2, 3, 4, 5].map((i) =>
      leaf(1100, 570, 190 - (i % 2) * 40, 26, -150 + i * 24, i % 2 ? p.ink : p.accent),
    ),
    pot(1030, 560, 140, 130, p.sun),
    [0, 1, 2].map((i) => [
      line(`M${700 + i * 26} 560V${430 - (i % 2) * 30}`, p.accent, 6),
      path(`M${684 + i * 26} ${430 - (i % 2) * 30}q16 30 32 0l-4 -34l-12 16l-12 -16Z`, p.paper),
    ]),
    pot(670, 560, 112, 130, p.accent),
    rect(0, 690, 1280, 110, p.ink),
    rect(0, 600, 1280, 14, p.ink),
    Array.from({ length: 33 }, (_, i) => rect(12 + i * 40, 606, 7, 100, p.ink)),
    over(rect(0, 690, 1280, 24, p.soft)),
  ];
}
