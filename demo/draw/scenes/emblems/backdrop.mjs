// The hill and the pale disc every category emblem stands before.
import { circle, land, over, rect, stipple } from '../../shapes.mjs';

export const backdrop = (p, random) => [
  rect(0, 0, 1280, 800, p.soft),
  circle(640, 380, 330, p.ground),
  over(
    land(
      [
        [-20, 640],
        [300, 600],
        [700, 660],
        [1300, 600],
      ],
      p.mid,
    ),
  ),
  stipple(random, { x: 0, y: 650, width: 1280, height: 150, count: 260, fill: p.main }),
];
