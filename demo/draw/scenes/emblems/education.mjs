// Education: an open book on two others.
import { circle, ellipse, line, over, path, poly, rect } from '../../shapes.mjs';
import { backdrop } from './backdrop.mjs';

export const education = (p, random) => [
  backdrop(p, random),
  over(ellipse(640, 690, 360, 28, p.mid)),
  rect(340, 590, 600, 90, p.accent, { rx: 8 }),
  rect(380, 604, 566, 62, p.paper),
  [0, 1, 2].map((i) => rect(380, 616 + i * 16, 566, 4, p.mid)),
  rect(380, 496, 540, 88, p.sun, { rx: 8 }),
  rect(374, 510, 506, 60, p.paper),
  rect(790, 496, 40, 88, p.ink),
  path(
    'M640 470C560 420 430 410 330 440V180C430 150 560 160 640 220C720 160 850 150 950 180V440C850 410 720 420 640 470Z',
    p.ink,
  ),
  path('M640 450C560 396 440 390 350 414V166C440 142 560 150 640 204Z', p.paper),
  path('M640 450C720 396 840 390 930 414V166C840 142 720 150 640 204Z', p.soft),
  [0, 1, 2, 3].map((i) =>
    line(
      `M390 ${214 + i * 46}C460 ${204 + i * 46} 530 ${212 + i * 46} 596 ${240 + i * 46}`,
      p.main,
      9,
    ),
  ),
  over(circle(790, 290, 74, p.main)),
  line('M690 410C750 376 830 366 890 372', p.ink, 8),
  poly(
    [
      [840, 160],
      [884, 166],
      [884, 262],
      [862, 244],
      [840, 258],
    ],
    p.sun,
  ),
];
