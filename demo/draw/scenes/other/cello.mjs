// A cello and a music stand before a curtain.
import {
  circle,
  ellipse,
  inside,
  line,
  over,
  path,
  poly,
  rect,
  stipple,
  turn,
} from '../../shapes.mjs';

export function cello(p, random) {
  const body =
    'M640 300C560 290 500 320 500 390C500 440 540 450 540 490C540 530 470 550 470 640C470 730 540 770 640 770C740 770 810 730 810 640C810 550 740 530 740 490C740 450 780 440 780 390C780 320 720 290 640 300Z';
  return [
    rect(0, 0, 1280, 800, p.main),
    Array.from({ length: 9 }, (_, i) =>
      over(
        path(
          `M${i * 160 - 20} 0H${i * 160 + 60}C${i * 160 + 40} 300 ${i * 160 + 70} 500 ${i * 160 + 50} 820H${i * 160 - 30}C${i * 160} 500 ${i * 160 - 20} 300 ${i * 160 - 20} 0Z`,
          p.soft,
        ),
      ),
    ),
    ellipse(640, 810, 560, 110, p.sun),
    circle(640, 440, 340, p.sun, { opacity: 0.22 }),
    turn(
      8,
      640,
      480,
      over(path(body, p.soft, { transform: 'translate(26 14)' })),
      path(body, p.accent),
      inside(
        'belly',
        path(body, p.accent),
        over(path('M660 280C720 400 640 600 760 790H860V280Z', p.soft)),
        stipple(random, { x: 470, y: 560, width: 340, height: 220, count: 260, fill: p.main }),
      ),
      line('M570 500C546 510 590 560 566 580M710 500C734 510 690 560 714 580', p.ink, 9),
      poly(
        [
          [618, 80],
          [662, 80],
          [676, 540],
          [604, 540],
        ],
        p.ink,
      ),
      rect(590, 566, 100, 16, p.paper),
      poly(
        [
          [612, 640],
          [668, 640],
          [652, 740],
          [628, 740],
        ],
        p.ink,
      ),
      [0, 1, 2, 3].map((i) =>
        line(`M${626 + i * 9} 70L${614 + i * 17} 574L${630 + i * 6} 660`, p.soft, 2.6),
      ),
      path('M616 90V30C616 -20 664 -30 670 6C674 30 650 32 650 14', p.ink, {
        stroke: p.ink,
        'stroke-width': 6,
      }),
      [
        [36, -1],
        [60, 1],
        [76, -1],
      ].map(([y, s]) => line(`M640 ${y}h${s * 52}`, p.ink, 12)),
      rect(634, 768, 12, 70, p.ink),
    ),
    turn(
      -62,
      640,
      520,
      rect(634, 130, 12, 760, p.ink, { rx: 6 }),
      rect(652, 150, 5, 700, p.paper),
      rect(630, 800, 34, 60, p.ink, { rx: 6 }),
    ),
    rect(1006, 420, 10, 330, p.ink),
    poly(
      [
        [900, 300],
        [1120, 280],
        [1130, 430],
        [912, 450],
      ],
      p.paper,
    ),
    [0, 1, 2, 3].map((i) => line(`M922 ${330 + i * 28}L1108 ${314 + i * 28}`, p.mid, 4)),
    [
      [950, 340],
      [1000, 356],
      [1050, 330],
      [970, 404],
      [1080, 384],
    ].map(([x, y]) => [ellipse(x, y, 11, 8, p.ink), rect(x + 8, y - 36, 4, 36, p.ink)]),
    line('M1011 748L960 790M1011 748L1060 790', p.ink, 10),
  ];
}
