// An open book that is a mountain, and a reader climbing it.
import { circle, curve, land, line, over, path, poly, rect, stipple } from '../../shapes.mjs';

export function bookMountain(p, random) {
  const left = 'M640 700C520 640 330 620 120 660L300 390L430 300L520 180L640 250Z';
  const right = 'M640 700C760 640 950 620 1160 660L1000 420L900 350L790 210L720 130L640 250Z';
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(330, 210, 120, p.sun),
    over(
      land(
        [
          [-20, 520],
          [200, 400],
          [420, 500],
          [760, 380],
          [1040, 470],
          [1300, 380],
        ],
        p.mid,
      ),
    ),
    rect(0, 650, 1280, 150, p.accent),
    path(
      'M90 690C330 640 520 660 640 730C760 660 950 640 1190 690V730C950 690 760 700 640 770C520 700 330 690 90 730Z',
      p.ink,
    ),
    path(
      'M104 676C330 626 520 650 640 716C760 650 950 626 1176 676V704C950 660 760 676 640 744C520 676 330 660 104 704Z',
      p.paper,
    ),
    path(left, p.main),
    path(right, p.mid),
    path(
      'M720 130L640 250L520 180L430 300L520 270L580 330L640 290L690 340L740 280L800 300L900 350L790 210Z',
      p.paper,
    ),
    line('M640 250V716', p.ink, 6),
    over(
      path(
        'M640 250L580 330L600 430L560 520L620 600L640 700C520 640 330 620 120 660L240 480L400 430L470 350Z',
        p.soft,
      ),
    ),
    line(
      curve([
        [420, 660],
        [500, 610],
        [420, 560],
        [480, 500],
        [590, 470],
        [540, 410],
        [600, 350],
        [650, 290],
        [690, 220],
        [718, 150],
      ]),
      p.ink,
      9,
      { 'stroke-dasharray': '3 21' },
    ),
    [0, 1, 2, 3].map((i) =>
      line(
        `M${740 + i * 8} ${440 + i * 52}C${830 + i * 8} ${414 + i * 50} ${920 + i * 12} ${416 + i * 50} ${990 + i * 22} ${432 + i * 50}`,
        p.main,
        8,
      ),
    ),
    line('M720 132V40', p.ink, 7),
    poly(
      [
        [722, 42],
        [812, 66],
        [722, 94],
      ],
      p.sun,
    ),
    circle(492, 452, 15, p.ink),
    line('M492 470L488 508L474 540M488 508L506 538M492 478L520 496L526 540', p.ink, 9),
    rect(468, 468, 18, 34, p.sun, { rx: 6 }),
    stipple(random, {
      x: 690,
      y: 520,
      width: 440,
      height: 130,
      count: 160,
      fill: p.main,
      from: 'right',
    }),
    stipple(random, { x: 0, y: 710, width: 1280, height: 90, count: 160, fill: p.ink }),
  ];
}
