// A steaming bowl with a leek and two carrots.
import {
  circle,
  curve,
  ellipse,
  inside,
  leaf,
  line,
  over,
  path,
  rect,
  ring,
  stipple,
  turn,
} from '../../shapes.mjs';

function vegetables(p) {
  const carrot = (x, y, degrees) =>
    turn(
      degrees,
      x,
      y,
      [-24, 0, 24].map((a) => leaf(x, y - 6, 110, 22, -90 + a, p.main)),
      path(
        `M${x - 36} ${y}C${x - 30} ${y - 26} ${x + 30} ${y - 26} ${x + 36} ${y}L${x + 6} ${y + 190}H${x - 4}Z`,
        p.accent,
      ),
      line(`M${x - 24} ${y + 40}h24M${x + 20} ${y + 70}h-22M${x - 12} ${y + 110}h16`, p.ink, 5),
    );
  return [
    carrot(1020, 580, -58),
    carrot(970, 738, -94),
    turn(
      62,
      190,
      610,
      rect(160, 520, 56, 230, p.paper, { rx: 20 }),
      rect(160, 470, 56, 130, p.mid),
      path('M160 480L120 330L176 440L188 310L204 440L262 340L216 480Z', p.main),
      line('M178 600V730M198 600V730', p.soft, 5),
    ),
  ];
}

export function soup(p, random) {
  const steam = (x, size) =>
    line(
      curve([
        [x, 330],
        [x - 34 * size, 260],
        [x + 30 * size, 180],
        [x - 20 * size, 100],
        [x + 16 * size, 30],
      ]),
      p.paper,
      26,
    );
  const bowl = 'M300 400H960C960 570 850 690 720 700H540C410 690 300 570 300 400Z';
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(630, 330, 300, p.sun),
    over(rect(0, 600, 1280, 200, p.mid)),
    rect(0, 596, 1280, 10, p.main),
    steam(480, 1),
    steam(630, 1.2),
    steam(780, 0.9),
    stipple(random, { x: 0, y: 640, width: 1280, height: 160, count: 280, fill: p.main }),
    over(ellipse(640, 712, 430, 34, p.mid)),
    path(bowl, p.paper),
    inside(
      'bowl',
      path(bowl, p.paper),
      rect(280, 470, 700, 34, p.accent),
      rect(280, 520, 700, 12, p.main),
      over(path('M720 380H980V720H600C700 640 730 520 720 380Z', p.soft)),
    ),
    rect(520, 690, 220, 28, p.paper, { rx: 8 }),
    ellipse(630, 400, 330, 66, p.ground),
    ellipse(630, 404, 296, 52, p.main),
    over(ellipse(560, 410, 150, 28, p.soft)),
    [
      [470, 396],
      [610, 420],
      [730, 392],
      [800, 412],
    ].map(([x, y]) => [circle(x, y, 21, p.accent), ring(x, y, 12, p.sun, 4)]),
    [
      [540, 386],
      [670, 384],
      [700, 432],
      [420, 412],
    ].map(([x, y], i) => leaf(x, y, 44, 15, i * 50, p.soft)),
    turn(24, 900, 400, rect(884, 90, 26, 320, p.ink, { rx: 13 })),
    vegetables(p),
  ];
}
