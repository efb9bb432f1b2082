// A tape recorder, one reel full and one nearly empty.
import { circle, line, over, path, rect, ring, stipple, turn } from '../../shapes.mjs';

export function tapeReels(p, random) {
  const reel = (x, y, r, wound, degrees) => [
    circle(x, y, r, p.paper),
    circle(x, y, wound, p.ink),
    ring(x, y, wound - 26, p.main, 4),
    ring(x, y, wound - 50, p.main, 3),
    over(circle(x + 10, y + 10, r, p.soft, { opacity: 0.7 })),
    turn(
      degrees,
      x,
      y,
      [0, 120, 240].map((a) =>
        turn(
          a,
          x,
          y,
          path(
            `M${x - 40} ${y - 66}L${x - 74} ${y - r + 30}A${r} ${r} 0 0 1 ${x + 74} ${y - r + 30}L${x + 40} ${y - 66}A76 76 0 0 0 ${x - 40} ${y - 66}Z`,
            p.mid,
            { opacity: 0.86 },
          ),
        ),
      ),
    ),
    circle(x, y, 62, p.accent),
    circle(x, y, 22, p.paper),
    [0, 120, 240].map((a) => turn(a, x, y, rect(x - 6, y - 48, 12, 26, p.ink, { rx: 4 }))),
  ];
  return [
    rect(0, 0, 1280, 800, p.main),
    rect(70, 50, 1140, 760, p.ground, { rx: 40 }),
    over(rect(70, 590, 1140, 230, p.soft)),
    over(
      circle(360, 330, 260, p.soft, { opacity: 0.6 }),
      circle(920, 330, 260, p.soft, { opacity: 0.6 }),
    ),
    line('M222 480L330 650L520 668H760L950 650L1014 430', p.ink, 12),
    reel(360, 330, 230, 190, 12),
    reel(920, 330, 230, 118, 44),
    circle(330, 650, 34, p.paper),
    circle(330, 650, 14, p.ink),
    circle(950, 650, 34, p.paper),
    circle(950, 650, 14, p.ink),
    rect(520, 620, 240, 110, p.ink, { rx: 12 }),
    rect(548, 644, 84, 62, p.sun, { rx: 4 }),
    rect(648, 644, 84, 62, p.accent, { rx: 4 }),
    line('M590 700L606 660', p.ink, 5),
    line('M690 700L668 662', p.ink, 5),
    circle(1130, 700, 26, p.accent),
    circle(1130, 620, 12, p.sun),
    circle(150, 690, 30, p.main),
    rect(146, 664, 8, 26, p.paper),
    stipple(random, {
      x: 70,
      y: 60,
      width: 1140,
      height: 120,
      count: 220,
      fill: p.mid,
      from: 'top',
    }),
  ];
}
