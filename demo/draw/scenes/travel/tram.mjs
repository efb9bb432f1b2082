// A tram in front of a row of houses.
import { circle, inside, line, over, path, poly, rect, stipple } from '../../shapes.mjs';

export function tram(p, random) {
  const house = (x, w, h, fill, roof) => [
    rect(x, 620 - h, w, h, fill),
    poly(
      [
        [x - 8, 620 - h],
        [x + w / 2, 560 - h],
        [x + w + 8, 620 - h],
      ],
      roof,
    ),
    Array.from({ length: 6 }, (_, i) => [
      rect(x + 24 + (i % 2) * (w / 2), 650 - h + Math.floor(i / 2) * 110, w / 2 - 50, 66, p.paper, {
        rx: 30,
      }),
      rect(x + 20 + (i % 2) * (w / 2), 714 - h + Math.floor(i / 2) * 110, w / 2 - 42, 8, p.ink),
    ]),
  ];
  return [
    rect(0, 0, 1280, 800, p.ground),
    circle(660, 150, 120, p.sun),
    over(
      rect(250, 180, 130, 440, p.soft),
      poly(
        [
          [250, 180],
          [315, 60],
          [380, 180],
        ],
        p.soft,
      ),
      rect(900, 150, 90, 470, p.soft),
      path('M900 150A45 60 0 0 1 990 150Z', p.soft),
    ),
    house(-30, 220, 470, p.mid, p.accent),
    house(190, 200, 390, p.soft, p.main),
    house(390, 230, 430, p.main, p.ink),
    house(620, 210, 360, p.sun, p.accent),
    house(830, 220, 480, p.mid, p.main),
    house(1050, 250, 400, p.soft, p.accent),
    rect(0, 610, 1280, 190, p.ink),
    rect(0, 610, 1280, 36, p.mid),
    rect(0, 722, 1280, 8, p.soft),
    rect(0, 760, 1280, 8, p.soft),
    line('M0 250C400 280 880 280 1280 250', p.ink, 4),
    line('M560 330L640 268L720 330M600 300H680', p.ink, 7),
    rect(240, 340, 800, 350, p.accent, { rx: 46 }),
    rect(280, 322, 720, 30, p.ink, { rx: 14 }),
    inside(
      'tram',
      rect(240, 340, 800, 350, p.accent, { rx: 46 }),
      rect(230, 540, 830, 160, p.paper),
      rect(230, 566, 830, 18, p.main),
      over(rect(230, 640, 830, 60, p.soft)),
    ),
    [282, 410, 690, 818].map((x) => [
      rect(x, 390, 112, 130, p.ink, { rx: 12 }),
      over(
        poly(
          [
            [x + 10, 520],
            [x + 70, 390],
            [x + 112, 390],
            [x + 50, 520],
          ],
          p.main,
        ),
      ),
    ]),
    rect(946, 390, 70, 130, p.ink, { rx: 12 }),
    rect(540, 380, 132, 290, p.ink, { rx: 10 }),
    rect(552, 392, 50, 266, p.soft),
    rect(610, 392, 50, 266, p.soft),
    [
      [330, p.sun, p.soft],
      [470, p.soft, p.accent],
      [744, p.sun, p.mid],
      [868, p.soft, p.sun],
    ].map(([x, face, coat]) => [
      path(`M${x - 34} 520Q${x} 440 ${x + 34} 520Z`, coat),
      circle(x, 448, 22, face),
    ]),
    circle(380, 696, 40, p.ink),
    circle(380, 696, 16, p.mid),
    circle(900, 696, 40, p.ink),
    circle(900, 696, 16, p.mid),
    circle(1004, 608, 16, p.sun),
    circle(276, 608, 16, p.sun),
    stipple(random, { x: 0, y: 730, width: 1280, height: 70, count: 160, fill: p.mid }),
  ];
}
