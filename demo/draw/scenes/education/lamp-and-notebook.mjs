// A desk lamp and the notebook in its light.
import { circle, ellipse, line, over, path, poly, rect, stipple, turn } from '../../shapes.mjs';

export function lampAndNotebook(p, random) {
  return [
    rect(0, 0, 1280, 800, p.ink),
    poly(
      [
        [456, 236],
        [640, 170],
        [1160, 640],
        [300, 640],
      ],
      p.mid,
    ),
    poly(
      [
        [476, 244],
        [610, 196],
        [1010, 640],
        [420, 640],
      ],
      p.soft,
    ),
    rect(0, 640, 1280, 160, p.accent),
    poly(
      [
        [300, 640],
        [1160, 640],
        [1260, 800],
        [180, 800],
      ],
      p.main,
    ),
    over(
      poly(
        [
          [520, 726],
          [980, 726],
          [1000, 760],
          [520, 760],
        ],
        p.mid,
      ),
    ),
    poly(
      [
        [500, 600],
        [740, 630],
        [740, 738],
        [440, 722],
      ],
      p.paper,
    ),
    poly(
      [
        [740, 630],
        [990, 594],
        [1060, 712],
        [740, 738],
      ],
      p.ground,
    ),
    line('M740 630V738', p.mid, 5),
    [0, 1, 2, 3, 4].map((i) =>
      line(
        `M${508 - i * 11} ${628 + i * 19}L${700 - (i === 4 ? 90 : 0)} ${650 + i * 17}`,
        p.main,
        5,
      ),
    ),
    [0, 1, 2].map((i) =>
      line(`M${774 + i * 2} ${650 + i * 19}L${964 + i * 14} ${624 + i * 20}`, p.main, 5),
    ),
    turn(
      52,
      930,
      600,
      rect(918, 440, 24, 190, p.sun),
      poly(
        [
          [918, 630],
          [942, 630],
          [930, 668],
        ],
        p.paper,
      ),
      rect(918, 424, 24, 22, p.accent),
    ),
    ellipse(240, 700, 130, 26, p.sun),
    rect(110, 676, 260, 24, p.sun, { rx: 12 }),
    line('M240 680L200 420L430 200', p.sun, 20),
    circle(200, 420, 24, p.paper),
    circle(240, 676, 18, p.paper),
    path('M390 260L470 90C540 80 620 110 650 160L668 176L440 268Z', p.sun),
    over(path('M390 260L440 176C520 180 600 170 650 160L668 176L440 268Z', p.mid)),
    circle(452, 130, 22, p.paper),
    ellipse(540, 226, 118, 20, p.paper, { transform: 'rotate(-21 540 226)' }),
    rect(1090, 560, 96, 110, p.sun, { rx: 8 }),
    over(rect(1140, 560, 46, 110, p.mid)),
    line('M1110 560L1096 470M1136 560V440M1160 560L1180 468', p.paper, 12),
    circle(1136, 440, 12, p.accent),
    stipple(random, { x: 330, y: 420, width: 740, height: 220, count: 220, fill: p.main }),
  ];
}
