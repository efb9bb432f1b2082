// The wide pictures: the landscape behind the page title, and the picture for shared links.

import { mark } from '../mark.mjs';
import {
  circle,
  curve,
  group,
  land,
  line,
  move,
  night,
  over,
  path,
  poly,
  rect,
  scale,
  stipple,
} from '../shapes.mjs';

const dusk = {
  sky: '#20474f',
  far: '#2b5a5f',
  middle: '#214a50',
  near: '#18393f',
  ink: '#10282e',
  lamp: '#f2c14e',
};

function pine(x, y, h, fill) {
  return [0, 1, 2].map((i) =>
    poly(
      [
        [x, y - h + i * h * 0.22],
        [x + h * (0.13 + i * 0.06), y - h * 0.56 + i * h * 0.26],
        [x - h * (0.13 + i * 0.06), y - h * 0.56 + i * h * 0.26],
      ],
      fill,
    ),
  );
}

function house(x, y, size, wall, lit) {
  return move(
    x,
    y,
    scale(
      size,
      size,
      rect(0, -46, 90, 50, wall),
      poly(
        [
          [-10, -44],
          [45, -86],
          [100, -44],
        ],
        dusk.ink,
      ),
      rect(16, -30, 18, 20, lit),
      rect(54, -30, 18, 20, lit),
      rect(70, -84, 10, 26, dusk.ink),
    ),
  );
}

export function hero(random) {
  return [
    rect(0, 0, 1920, 600, dusk.sky),
    night(random, 46, 1920, 105, '#86aaa6'),
    circle(1560, 262, 132, '#9c4527'),
    circle(1560, 262, 92, '#b3532f'),
    path(
      'M1180 190H1420V204H1180ZM1690 150H1880V164H1690ZM80 120H300V134H80ZM240 150H470V162H240Z',
      dusk.far,
    ),
    land(
      [
        [-20, 350],
        [160, 270],
        [330, 330],
        [560, 210],
        [760, 320],
        [980, 250],
        [1180, 340],
        [1420, 280],
        [1680, 350],
        [1940, 260],
      ],
      dusk.far,
      620,
    ),
    over(
      land(
        [
          [-20, 400],
          [240, 340],
          [520, 400],
          [820, 330],
          [1120, 410],
          [1500, 350],
          [1940, 420],
        ],
        '#8fb3a9',
        620,
      ),
    ),
    land(
      [
        [-20, 450],
        [300, 410],
        [620, 460],
        [960, 420],
        [1300, 470],
        [1640, 420],
        [1940, 460],
      ],
      dusk.near,
      620,
    ),
    line(
      curve([
        [1240, 468],
        [1330, 486],
        [1290, 510],
        [1440, 530],
        [1400, 560],
        [1560, 620],
      ]),
      '#47726e',
      13,
    ),
    house(1120, 470, 0.8, '#b3532f', dusk.lamp),
    house(1215, 478, 1, '#7a3d2c', dusk.lamp),
    house(1390, 474, 0.9, '#b3532f', dusk.lamp),
    house(420, 452, 0.7, '#7a3d2c', dusk.lamp),
    land(
      [
        [-20, 520],
        [260, 490],
        [600, 540],
        [1000, 500],
        [1400, 548],
        [1700, 500],
        [1940, 530],
      ],
      dusk.ink,
      620,
    ),
    [
      [60, 560, 230],
      [130, 580, 160],
      [210, 560, 190],
      [300, 570, 120],
      [1760, 560, 220],
      [1840, 570, 280],
      [1690, 570, 140],
      [1900, 580, 180],
      [640, 560, 90],
      [700, 560, 66],
    ].map(([x, y, h]) => pine(x, y, h, dusk.ink)),
    stipple(random, {
      x: 0,
      y: 440,
      width: 1920,
      height: 120,
      count: 320,
      fill: '#2f5f60',
      from: 'bottom',
    }),
  ];
}

export function share(random) {
  return [
    rect(0, 0, 1200, 630, dusk.sky),
    night(random, 34, 1200, 190, '#9fc0bb'),
    circle(600, 290, 236, '#e0693d'),
    circle(600, 290, 178, '#f6f1e7'),
    land(
      [
        [-20, 450],
        [180, 360],
        [360, 430],
        [600, 400],
        [840, 440],
        [1020, 350],
        [1220, 430],
      ],
      dusk.far,
      640,
    ),
    land(
      [
        [-20, 520],
        [300, 470],
        [640, 520],
        [940, 470],
        [1220, 520],
      ],
      dusk.near,
      640,
    ),
    [
      [60, 600, 230],
      [140, 610, 160],
      [1130, 600, 260],
      [1040, 610, 170],
    ].map(([x, y, h]) => pine(x, y, h, dusk.ink)),
    rect(0, 590, 1200, 40, dusk.ink),
    house(300, 520, 0.9, '#b3532f', dusk.lamp),
    house(800, 516, 0.9, '#7a3d2c', dusk.lamp),
    group({ transform: 'translate(456 146) scale(9)' }, mark()),
  ];
}
