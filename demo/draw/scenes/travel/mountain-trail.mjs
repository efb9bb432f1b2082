// A walker on a ridge path with bands of cloud.
import { circle, land, line, over, path, poly, rect, stipple } from '../../shapes.mjs';

export function mountainTrail(p, random) {
  const pine = (x, y, h, fill) => [
    poly(
      [
        [x, y - h],
        [x + h * 0.24, y - h * 0.45],
        [x - h * 0.24, y - h * 0.45],
      ],
      fill,
    ),
    poly(
      [
        [x, y - h * 0.75],
        [x + h * 0.32, y - h * 0.05],
        [x - h * 0.32, y - h * 0.05],
      ],
      fill,
    ),
    rect(x - h * 0.04, y - h * 0.08, h * 0.08, h * 0.16, p.ink),
  ];
  return [
    rect(0, 0, 1280, 800, p.ground),
    circle(900, 190, 96, p.sun),
    over(
      poly(
        [
          [-40, 560],
          [250, 190],
          [380, 330],
          [560, 90],
          [820, 420],
          [960, 300],
          [1320, 620],
          [1320, 700],
          [-40, 700],
        ],
        p.soft,
      ),
    ),
    poly(
      [
        [560, 90],
        [470, 210],
        [540, 240],
        [580, 210],
        [630, 270],
        [660, 218],
      ],
      p.paper,
    ),
    poly(
      [
        [250, 190],
        [196, 258],
        [260, 280],
        [310, 256],
      ],
      p.paper,
    ),
    over(
      poly(
        [
          [-40, 640],
          [180, 430],
          [420, 600],
          [700, 330],
          [1000, 590],
          [1140, 480],
          [1320, 640],
          [1320, 800],
          [-40, 800],
        ],
        p.mid,
      ),
    ),
    rect(-20, 400, 620, 34, p.paper, { rx: 17, opacity: 0.9 }),
    rect(640, 366, 680, 30, p.paper, { rx: 15, opacity: 0.9 }),
    rect(300, 470, 560, 26, p.paper, { rx: 13, opacity: 0.9 }),
    rect(900, 452, 420, 24, p.paper, { rx: 12, opacity: 0.9 }),
    rect(-40, 540, 330, 24, p.paper, { rx: 12, opacity: 0.9 }),
    land(
      [
        [-20, 650],
        [240, 590],
        [520, 620],
        [820, 560],
        [1300, 640],
      ],
      p.main,
    ),
    path(
      'M690 574C760 600 620 620 600 650C570 700 780 700 740 760C730 780 700 800 690 820H880C900 760 860 720 780 690C700 664 760 640 790 610C800 590 760 574 720 570Z',
      p.paper,
    ),
    pine(110, 690, 260, p.ink),
    pine(230, 720, 190, p.main),
    pine(330, 690, 140, p.ink),
    pine(1150, 720, 290, p.ink),
    pine(1040, 720, 180, p.main),
    pine(1250, 760, 220, p.main),
    pine(950, 650, 110, p.ink),
    over(pine(190, 760, 200, p.mid), pine(1090, 780, 200, p.mid)),
    line('M716 690L730 640L724 596M730 640L752 688', p.ink, 13),
    path('M704 530Q730 516 750 534L748 620H708Z', p.accent),
    rect(688, 530, 30, 64, p.sun, { rx: 10 }),
    circle(730, 504, 21, '#c98a63'),
    path('M706 500Q730 468 756 500Z', p.accent),
    line('M740 556L772 590L782 694', p.ink, 7),
    stipple(random, { x: 0, y: 700, width: 1280, height: 100, count: 240, fill: p.ink }),
  ];
}
