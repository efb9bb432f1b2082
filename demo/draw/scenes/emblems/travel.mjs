// Travel: a suitcase with stickers and a paper plane.
import { circle, ellipse, inside, line, over, path, poly, rect, turn } from '../../shapes.mjs';
import { backdrop } from './backdrop.mjs';

export const travel = (p, random) => [
  backdrop(p, random),
  over(ellipse(640, 690, 370, 28, p.mid)),
  path('M540 290V220A30 30 0 0 1 570 190H710A30 30 0 0 1 740 220V290', 'none', {
    stroke: p.ink,
    'stroke-width': 26,
  }),
  rect(330, 280, 620, 400, p.main, { rx: 40 }),
  inside(
    'case',
    rect(330, 280, 620, 400, p.main, { rx: 40 }),
    rect(410, 270, 54, 420, p.accent),
    rect(816, 270, 54, 420, p.accent),
    over(path('M760 270H960V700H600Z', p.soft)),
  ),
  rect(418, 450, 38, 50, p.sun, { rx: 6 }),
  rect(824, 450, 38, 50, p.sun, { rx: 6 }),
  circle(600, 400, 66, p.sun),
  path('M540 424L590 370L620 404L640 384L662 424A66 66 0 0 1 540 424Z', p.ink),
  turn(
    9,
    690,
    560,
    rect(590, 520, 190, 100, p.paper, { rx: 8 }),
    path('M606 604L646 550L676 582L704 560L764 604Z', p.mid),
    circle(738, 546, 14, p.accent),
  ),
  turn(
    -12,
    720,
    400,
    rect(690, 350, 90, 90, p.soft, { rx: 45 }),
    poly(
      [
        [735, 364],
        [750, 395],
        [735, 426],
        [720, 395],
      ],
      p.accent,
    ),
  ),
  path('M120 190L330 120L290 200L240 196L210 230L206 192Z', p.paper),
  line('M60 300C110 270 130 250 160 226', p.paper, 7, { 'stroke-dasharray': '2 18' }),
];
