// A clock tower, four minutes to the hour.
import { circle, over, path, poly, rect, ring, stipple, turn } from '../../shapes.mjs';

export function townClock(p, random) {
  const roof = (x, y, w, h, fill) => [
    rect(x, y, w, 820 - y, fill),
    poly(
      [
        [x - 16, y + 4],
        [x + w / 2, y - h],
        [x + w + 16, y + 4],
      ],
      p.ink,
    ),
  ];
  const ticks = Array.from({ length: 12 }, (_, i) =>
    turn(i * 30, 640, 330, rect(635, 204, 10, i % 3 ? 20 : 34, p.ink)),
  );
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(640, 330, 420, p.sun, { opacity: 0.55 }),
    circle(640, 330, 310, p.sun),
    over(
      roof(60, 560, 150, 70, p.soft),
      roof(1060, 540, 160, 80, p.soft),
      roof(330, 590, 120, 60, p.soft),
    ),
    rect(440, 130, 400, 700, p.main),
    over(rect(640, 130, 200, 700, p.soft)),
    poly(
      [
        [410, 136],
        [640, -60],
        [870, 136],
      ],
      p.ink,
    ),
    rect(410, 130, 460, 24, p.accent),
    rect(420, 520, 440, 20, p.accent),
    circle(640, 330, 176, p.ink),
    circle(640, 330, 158, p.paper),
    ticks,
    ring(640, 330, 92, p.soft, 5),
    turn(
      298,
      640,
      330,
      poly(
        [
          [632, 340],
          [648, 340],
          [644, 240],
          [640, 228],
          [636, 240],
        ],
        p.ink,
      ),
    ),
    turn(
      336,
      640,
      330,
      poly(
        [
          [633, 356],
          [647, 356],
          [643, 200],
          [640, 186],
          [637, 200],
        ],
        p.main,
      ),
    ),
    path('M640 330L640 190A140 140 0 0 0 583 202Z', p.accent, { opacity: 0.75 }),
    circle(640, 330, 15, p.accent),
    path('M560 820V640A80 80 0 0 1 720 640V820Z', p.ink),
    path('M590 690C590 640 610 620 640 620C670 620 690 640 690 690L706 716H574Z', p.sun),
    circle(640, 724, 13, p.sun),
    roof(-40, 660, 200, 90, p.mid),
    roof(150, 700, 190, 80, p.accent),
    roof(940, 690, 180, 80, p.accent),
    roof(1100, 640, 220, 100, p.mid),
    [
      [20, 690],
      [80, 690],
      [200, 730],
      [260, 730],
      [980, 720],
      [1040, 720],
      [1150, 680],
      [1220, 680],
    ].map(([x, y]) => rect(x, y, 34, 44, p.sun)),
    [
      [200, 250, 1],
      [290, 190, 0.8],
      [1010, 230, 1],
      [1100, 300, 0.7],
      [1060, 150, 0.6],
    ].map(
      ([x, y, s]) =>
        `<g transform="translate(${x} ${y}) scale(${s})">${path('M-60 -20C-30 -30 -10 -10 0 6C14 -20 44 -40 76 -34C60 -14 40 10 20 26C0 40 -30 30 -40 22L-66 24L-46 10C-40 0 -46 -12 -60 -20Z', p.paper)}</g>`,
    ),
    stipple(random, { x: 440, y: 540, width: 400, height: 260, count: 200, fill: p.ink }),
  ];
}
