// Crows on telephone wires above the roofs.
import { circle, curve, land, line, over, path, poly, rect } from '../../shapes.mjs';

function crow(x, y, size, flip, fill, p) {
  return `<g transform="translate(${x} ${y}) scale(${flip * size} ${size})">${[
    path(
      'M-120 30L-30 -20C-20 -74 20 -112 62 -110C84 -116 104 -100 108 -84L150 -70L108 -62C104 0 50 50 -20 46L-60 56Z',
      fill,
    ),
    path('M-100 20C-60 -40 0 -60 40 -50C30 0 -20 30 -80 26Z', p.main),
    circle(82, -86, 6, p.sun),
    line('M0 44L-6 84M24 38L26 84', fill, 7),
  ].join('')}</g>`;
}

export function crows(p, random) {
  const wire = (y) =>
    curve([
      [-20, y],
      [300, y + 34],
      [640, y + 44],
      [960, y + 30],
      [1300, y - 10],
    ]);
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(860, 330, 250, p.accent),
    over(circle(860, 330, 250, p.sun)),
    over(
      land(
        [
          [-20, 660],
          [240, 600],
          [560, 660],
          [900, 590],
          [1300, 650],
        ],
        p.mid,
      ),
    ),
    Array.from({ length: 9 }, (_, i) => {
      const [x, h] = [20 + i * 150, random.between(70, 140)];
      return [
        rect(x, 740 - h, 110, h + 80, p.main),
        poly(
          [
            [x - 14, 742 - h],
            [x + 55, 680 - h],
            [x + 124, 742 - h],
          ],
          p.ink,
        ),
        rect(x + 22, 764 - h, 24, 28, random.pick([p.sun, p.soft])),
        rect(x + 64, 764 - h, 24, 28, random.pick([p.sun, p.main])),
      ];
    }),
    rect(226, 120, 26, 700, p.ink),
    rect(130, 190, 218, 18, p.ink),
    rect(150, 330, 178, 16, p.ink),
    [140, 190, 290, 330].map((x) => rect(x, 170, 12, 24, p.accent)),
    line(wire(204), p.ink, 6),
    line(wire(344), p.ink, 6),
    line(wire(484), p.ink, 6),
    crow(470, 164, 0.95, 1, p.ink, p),
    crow(880, 152, 1.15, -1, p.ink, p),
    crow(1120, 142, 0.8, 1, p.ink, p),
    crow(630, 305, 1.05, 1, p.ink, p),
    crow(880, 446, 1, -1, p.ink, p),
    crow(420, 452, 0.85, 1, p.ink, p),
    path(
      'M90 96C130 60 160 70 180 100C210 66 250 60 280 84C240 90 220 110 196 132C160 128 130 100 90 96Z',
      p.ink,
    ),
    path(
      'M1130 330C1150 306 1170 310 1186 330C1204 308 1226 306 1244 320C1220 326 1206 340 1192 352C1170 348 1154 332 1130 330Z',
      p.ink,
    ),
  ];
}
