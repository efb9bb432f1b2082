// A swimmer in a lane, from above.
import { circle, curve, ellipse, line, over, path, rect, stipple } from '../../shapes.mjs';

export function swimmer(p, random) {
  const rope = (y) =>
    Array.from({ length: 44 }, (_, i) =>
      ellipse(14 + i * 30, y, 12, 9, i % 4 < 2 ? p.accent : p.paper),
    );
  const ripple = (y, from, to) =>
    line(
      curve(
        Array.from({ length: 9 }, (_, i) => [from + ((to - from) * i) / 8, y + (i % 2 ? -9 : 9)]),
      ),
      p.soft,
      7,
      { opacity: 0.85 },
    );
  return [
    rect(0, 0, 1280, 800, '#5fa58a'),
    over(rect(0, 0, 1280, 190, p.soft), rect(0, 600, 1280, 200, p.soft)),
    rect(0, 376, 1280, 46, p.main),
    rect(1110, 330, 46, 138, p.main),
    rect(0, 70, 1280, 30, p.main, { opacity: 0.8 }),
    rect(0, 700, 1280, 30, p.main, { opacity: 0.8 }),
    [
      [140, 60, 380],
      [250, 900, 1240],
      [300, 20, 210],
      [500, 60, 330],
      [540, 820, 1130],
      [660, 300, 620],
      [660, 900, 1220],
      [40, 700, 1000],
      [770, 40, 300],
    ].map(([y, a, b]) => ripple(y, a, b)),
    rope(190),
    rope(606),
    over(
      path(
        'M350 500C480 476 700 496 870 470C900 480 890 520 850 530C700 550 470 552 350 530Z',
        p.mid,
      ),
    ),
    line('M330 430L490 412M330 366L490 384', '#b9724f', 34),
    circle(318, 432, 19, '#b9724f'),
    circle(320, 362, 19, '#b9724f'),
    path(
      'M470 352C540 330 640 322 740 330C790 336 800 460 740 470C640 474 540 462 470 444Z',
      p.ink,
    ),
    path(
      'M600 326C650 322 700 326 740 330C790 336 800 460 740 470C700 474 650 470 600 466Z',
      p.accent,
    ),
    line('M736 344C800 250 900 240 1010 296', '#b9724f', 36),
    circle(1018, 300, 22, '#b9724f'),
    line('M736 456C700 540 620 560 540 540', '#b9724f', 36),
    circle(836, 400, 62, p.sun),
    line('M836 340A60 60 0 0 1 836 460', p.accent, 10),
    [
      [300, 330],
      [260, 400],
      [290, 470],
      [230, 350],
      [210, 450],
      [1060, 260],
      [1074, 320],
    ].map(([x, y], i) => circle(x, y, 8 + (i % 3) * 5, p.paper)),
    line('M1044 250C1080 270 1084 320 1060 346', p.paper, 9),
    stipple(random, { x: 0, y: 620, width: 1280, height: 180, count: 240, fill: p.main }),
  ];
}
