// A ferry at sea in the evening.
import { circle, land, line, over, path, poly, rect } from '../../shapes.mjs';

export function ferry(p) {
  const swell = (y, fill, step, amp) =>
    land(
      Array.from({ length: 1400 / step + 2 }, (_, i) => [-60 + i * step, y + (i % 2 ? amp : -amp)]),
      fill,
    );
  return [
    rect(0, 0, 1280, 800, p.sun),
    circle(1000, 270, 150, p.accent),
    rect(0, 60, 420, 22, p.paper, { rx: 11 }),
    rect(160, 100, 380, 18, p.paper, { rx: 9 }),
    rect(760, 130, 520, 20, p.paper, { rx: 10 }),
    over(
      land(
        [
          [-20, 430],
          [120, 360],
          [250, 300],
          [420, 400],
          [520, 440],
        ],
        p.mid,
        480,
      ),
      land(
        [
          [820, 440],
          [980, 380],
          [1120, 330],
          [1300, 400],
        ],
        p.mid,
        480,
      ),
    ),
    over(
      land(
        [
          [380, 450],
          [560, 400],
          [760, 450],
        ],
        p.soft,
        480,
      ),
    ),
    swell(470, p.mid, 140, 6),
    path('M220 500H1080L1000 640H300Z', p.paper),
    path('M250 560H1050L1000 650H300Z', p.main),
    path('M340 420H920L940 500H330Z', p.paper),
    rect(420, 350, 400, 72, p.paper),
    rect(460, 300, 150, 52, p.paper),
    over(path('M700 350H820V420H920L940 500H1080L1000 640H760Z', p.soft)),
    poly(
      [
        [640, 220],
        [740, 220],
        [756, 352],
        [636, 352],
      ],
      p.accent,
    ),
    rect(640, 244, 104, 24, p.ink),
    Array.from({ length: 10 }, (_, i) => rect(372 + i * 54, 448, 32, 24, p.ink, { rx: 5 })),
    Array.from({ length: 7 }, (_, i) => rect(440 + i * 54, 374, 34, 26, p.main, { rx: 4 })),
    rect(476, 314, 110, 20, p.ink),
    Array.from({ length: 12 }, (_, i) => circle(330 + i * 56, 532, 8, p.ink)),
    path(
      'M690 210C720 150 800 170 830 120C880 130 890 60 960 70C920 110 930 140 880 160C850 200 760 190 740 214Z',
      p.paper,
    ),
    line('M520 300V200L600 300', p.ink, 5),
    poly(
      [
        [520, 202],
        [572, 216],
        [520, 234],
      ],
      p.accent,
    ),
    [
      [880, 408],
      [850, 406],
      [384, 408],
    ].map(([x, y], i) => [
      circle(x, y - 34, 10, p.ink),
      path(
        `M${x - 12} ${y + 14}V${y - 14}Q${x} ${y - 32} ${x + 12} ${y - 14}V${y + 14}Z`,
        [p.accent, p.main, p.accent][i],
      ),
    ]),
    swell(640, p.main, 110, 12),
    over(swell(680, p.mid, 150, 14)),
    swell(740, p.ink, 120, 10),
    [
      [200, 690, 120],
      [560, 700, 160],
      [900, 676, 140],
    ].map(([x, y, w]) => rect(x, y, w, 7, p.soft, { rx: 3 })),
    [
      [180, 200],
      [260, 240],
      [120, 260],
    ].map(([x, y]) => line(`M${x} ${y}q20 -24 38 0q18 -24 38 0`, p.ink, 7)),
  ];
}
