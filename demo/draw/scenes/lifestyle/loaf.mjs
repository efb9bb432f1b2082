// A loaf on its board, with wheat and a knife.
import {
  circle,
  curve,
  inside,
  leaf,
  line,
  over,
  path,
  rect,
  stipple,
  turn,
} from '../../shapes.mjs';

export function loaf(p, random) {
  const crust =
    'M270 560C230 380 400 260 640 260C880 260 1050 380 1010 560C1000 610 940 620 640 620C340 620 280 610 270 560Z';
  const wheat = (x, y, degrees) =>
    turn(
      degrees,
      x,
      y,
      line(`M${x} ${y}V${y - 260}`, p.accent, 7),
      [0, 1, 2, 3, 4].map((i) => [
        leaf(x, y - 130 - i * 30, 58, 16, -50, p.sun),
        leaf(x, y - 130 - i * 30, 58, 16, -130, p.sun),
      ]),
      leaf(x, y - 262, 60, 15, -90, p.sun),
    );
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(640, 400, 330, p.ground),
    rect(0, 640, 1280, 160, p.accent),
    over(rect(0, 640, 1280, 30, p.soft)),
    wheat(190, 640, -6),
    wheat(250, 640, 12),
    wheat(130, 640, -24),
    wheat(1100, 640, 10),
    wheat(1160, 640, 26),
    rect(150, 610, 980, 52, p.sun, { rx: 24 }),
    rect(1080, 622, 150, 28, p.sun, { rx: 14 }),
    over(rect(150, 640, 980, 22, p.soft, { rx: 10 })),
    path(crust, p.main),
    inside(
      'crust',
      path(crust, p.main),
      over(path('M270 560C400 620 900 620 1010 540V640H250Z', p.mid)),
      stipple(random, { x: 270, y: 420, width: 740, height: 200, count: 300, fill: p.ink }),
      stipple(random, {
        x: 330,
        y: 250,
        width: 620,
        height: 160,
        count: 170,
        fill: p.paper,
        from: 'top',
        size: 2.4,
      }),
    ),
    [0, 1, 2, 3].map((i) =>
      turn(
        16,
        440 + i * 130,
        400,
        path(
          `M${420 + i * 130} 500C${380 + i * 130} 430 ${400 + i * 130} 330 ${460 + i * 130} 300C${486 + i * 130} 350 ${480 + i * 130} 450 ${420 + i * 130} 500Z`,
          p.sun,
        ),
        line(
          `M${420 + i * 130} 500C${380 + i * 130} 430 ${400 + i * 130} 330 ${460 + i * 130} 300`,
          p.ink,
          6,
        ),
      ),
    ),
    turn(
      -7,
      900,
      720,
      path('M520 712H900V742H600C560 742 530 730 520 712Z', p.paper),
      rect(896, 704, 220, 44, p.ink, { rx: 20 }),
      circle(950, 726, 7, p.sun),
      circle(1060, 726, 7, p.sun),
    ),
    line(
      curve([
        [560, 220],
        [530, 170],
        [570, 120],
        [540, 60],
      ]),
      p.paper,
      14,
    ),
    line(
      curve([
        [690, 220],
        [660, 160],
        [700, 110],
        [672, 46],
      ]),
      p.paper,
      14,
    ),
  ];
}
