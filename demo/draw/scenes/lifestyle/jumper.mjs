// A jumper with two visible darns.
import { circle, curve, inside, line, over, path, rect, ring, turn } from '../../shapes.mjs';

export function jumper(p) {
  const body =
    'M430 150C500 190 780 190 850 150L1010 230L1120 610L980 650L910 430V740H370V430L300 650L160 610L270 230Z';
  const stitches = [];
  for (let y = 200; y < 740; y += 34)
    for (let x = 180; x < 1110; x += 34) stitches.push(line(`M${x} ${y}l8 12l8 -12`, p.main, 4));
  const weave = Array.from({ length: 7 }, (_, i) => [
    rect(708 + i * 22, 478, 11, 150, p.sun),
    rect(698, 488 + i * 20, 166, 10, p.accent),
  ]);
  return [
    rect(0, 0, 1280, 800, p.accent),
    over(circle(640, 400, 400, p.soft, { opacity: 0.7 })),
    path(body, p.mid),
    inside(
      'knit',
      path(body, p.mid),
      stitches,
      rect(360, 690, 560, 60, p.main),
      over(path('M640 150H1130V760H760C800 560 720 300 640 150Z', p.soft)),
      turn(15, 230, 630, rect(120, 600, 220, 70, p.main)),
      turn(-15, 1050, 630, rect(940, 600, 220, 70, p.main)),
      Array.from({ length: 14 }, (_, i) => rect(376 + i * 40, 690, 10, 60, p.mid)),
    ),
    path('M430 150C500 190 780 190 850 150L830 118C760 150 520 150 450 118Z', p.main),
    path('M450 118C520 150 760 150 830 118C760 100 520 100 450 118Z', p.ink),
    rect(462, 330, 120, 130, p.soft, { rx: 8 }),
    Array.from({ length: 5 }, (_, i) => [
      rect(474 + i * 21, 336, 9, 118, p.main),
      rect(468, 342 + i * 23, 108, 9, p.paper),
    ]),
    rect(692, 472, 178, 162, p.paper, { rx: 8 }),
    weave,
    line(
      curve([
        [864, 590],
        [940, 640],
        [1000, 560],
        [1090, 520],
        [1150, 420],
        [1120, 300],
        [1182, 200],
      ]),
      p.sun,
      9,
    ),
    turn(
      24,
      1190,
      190,
      rect(1184, 70, 12, 210, p.paper, { rx: 6 }),
      rect(1187, 84, 6, 30, p.accent),
    ),
    circle(120, 170, 84, p.sun),
    inside(
      'ball',
      circle(120, 170, 84, p.sun),
      [0, 1, 2, 3].map((i) => [
        ring(40, 90, 70 + i * 22, p.main, 5),
        ring(210, 260, 60 + i * 18, p.mid, 5),
      ]),
    ),
    line(
      curve([
        [150, 248],
        [210, 300],
        [120, 360],
        [60, 480],
        [130, 560],
      ]),
      p.sun,
      8,
    ),
  ];
}
