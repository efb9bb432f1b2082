// Other: a balloon.
import { inside, line, over, path, rect, turn } from '../../shapes.mjs';
import { backdrop } from './backdrop.mjs';

export const other = (p, random) => [
  backdrop(p, random),
  turn(
    8,
    640,
    300,
    path(
      'M640 90C480 90 400 210 420 320C436 410 560 480 590 540H690C720 480 844 410 860 320C880 210 800 90 640 90Z',
      p.main,
    ),
    inside(
      'balloon',
      path(
        'M640 90C480 90 400 210 420 320C436 410 560 480 590 540H690C720 480 844 410 860 320C880 210 800 90 640 90Z',
        p.main,
      ),
      path(
        'M640 90C560 90 520 220 540 330C550 420 600 480 620 540H660C680 480 730 420 740 330C760 220 720 90 640 90Z',
        p.accent,
      ),
      path('M640 90C620 150 616 400 634 540H646C664 400 660 150 640 90Z', p.sun),
      over(path('M700 60H900V600H660C800 440 820 220 700 60Z', p.soft)),
    ),
    line('M596 540L606 616M684 540L674 616M640 540V616', p.ink, 5),
    rect(594, 612, 92, 70, p.ink, { rx: 12 }),
    rect(594, 628, 92, 12, p.sun),
  ),
  turn(
    -8,
    1010,
    220,
    over(
      path(
        'M1010 150C950 150 930 200 940 240C950 280 990 300 998 320H1022C1030 300 1070 280 1080 240C1090 200 1070 150 1010 150Z',
        p.mid,
      ),
    ),
    rect(996, 336, 28, 22, p.ink),
  ),
  rect(180, 210, 240, 30, p.paper, { rx: 15 }),
  rect(120, 250, 220, 24, p.paper, { rx: 12 }),
  rect(860, 440, 260, 28, p.paper, { rx: 14 }),
];
