// Technology: three gears.
import { circle, over, poly, turn } from '../../shapes.mjs';
import { backdrop } from './backdrop.mjs';

function gear(x, y, r, teeth, fill, degrees) {
  return [
    turn(
      degrees,
      x,
      y,
      Array.from({ length: teeth }, (_, i) =>
        turn(
          (360 / teeth) * i,
          x,
          y,
          poly(
            [
              [x - r * 0.15, y - r * 1.2],
              [x + r * 0.15, y - r * 1.2],
              [x + r * 0.22, y - r * 0.9],
              [x - r * 0.22, y - r * 0.9],
            ],
            fill,
          ),
        ),
      ),
    ),
    circle(x, y, r, fill),
  ];
}

export const technology = (p, random) => [
  backdrop(p, random),
  over(gear(530, 360, 180, 12, p.main, 0)),
  over(gear(800, 480, 130, 10, p.accent, 12)),
  over(gear(810, 220, 84, 8, p.sun, 10)),
  circle(530, 360, 112, p.paper),
  circle(530, 360, 78, p.ink),
  circle(530, 360, 26, p.sun),
  circle(800, 480, 76, p.paper),
  circle(800, 480, 34, p.ink),
  circle(810, 220, 44, p.paper),
  circle(810, 220, 18, p.ink),
];
