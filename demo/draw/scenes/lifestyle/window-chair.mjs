// An armchair by a window, with the cat in it.
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

export function windowChair(p, random) {
  const panes = rect(120, 90, 400, 420, p.sun);
  return [
    rect(0, 0, 1280, 800, p.main),
    over(Array.from({ length: 16 }, (_, i) => rect(i * 84, 0, 36, 640, p.soft))),
    rect(0, 640, 1280, 160, p.ink),
    poly(
      [
        [540, 640],
        [900, 640],
        [1100, 800],
        [470, 800],
      ],
      p.mid,
    ),
    stipple(random, { x: 0, y: 480, width: 1280, height: 160, count: 260, fill: p.ink }),
    rect(98, 68, 444, 464, p.paper),
    panes,
    inside(
      'view',
      panes,
      circle(230, 200, 60, p.paper),
      path('M100 420C220 330 320 420 540 340V520H100Z', p.accent),
      over(path('M100 470C260 400 400 480 540 420V520H100Z', p.mid)),
    ),
    rect(313, 90, 14, 420, p.paper),
    rect(120, 270, 400, 14, p.paper),
    rect(80, 524, 480, 20, p.paper),
    poly(
      [
        [542, 120],
        [900, 400],
        [1000, 640],
        [560, 640],
        [542, 520],
      ],
      p.sun,
      { opacity: 0.3 },
    ),
    path('M560 330C560 240 640 220 740 220C850 220 920 240 920 330V600H560Z', p.accent),
    over(path('M760 220C860 220 920 240 920 330V600H780Z', p.soft)),
    path('M520 470C520 420 600 420 610 470V560H870V470C880 420 960 420 960 470V690H520Z', p.accent),
    over(path('M870 560V470C880 420 960 420 960 470V690H870Z', p.soft)),
    rect(606, 540, 268, 66, p.mid, { rx: 26 }),
    rect(546, 690, 24, 50, p.sun),
    rect(910, 690, 24, 50, p.sun),
    path('M650 548C640 500 690 480 740 486C800 486 850 510 842 552Z', p.ink),
    circle(672, 506, 34, p.ink),
    poly(
      [
        [642, 494],
        [646, 456],
        [672, 478],
      ],
      p.ink,
    ),
    poly(
      [
        [676, 478],
        [700, 460],
        [702, 496],
      ],
      p.ink,
    ),
    line('M836 544C870 560 850 600 816 596', p.ink, 14),
    line('M658 508q7 6 14 0M680 508q6 6 12 0', p.sun, 3.5),
    rect(1096, 240, 10, 470, p.ink),
    poly(
      [
        [1040, 120],
        [1160, 120],
        [1200, 250],
        [1000, 250],
      ],
      p.paper,
    ),
    ellipse(1101, 712, 70, 14, p.sun),
    over(
      poly(
        [
          [1100, 120],
          [1160, 120],
          [1200, 250],
          [1100, 250],
        ],
        p.soft,
      ),
    ),
    rect(250, 660, 150, 22, p.sun),
    rect(262, 638, 130, 22, p.paper),
    rect(244, 682, 160, 24, p.accent),
    turn(-4, 320, 630, rect(268, 618, 110, 20, p.mid)),
  ];
}
