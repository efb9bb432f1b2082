// A lit train crossing a viaduct under the moon.
import { circle, land, night, over, path, poly, rect } from '../../shapes.mjs';

export function nightTrain(p, random) {
  const parts = [
    rect(0, 0, 1280, 800, p.ink),
    night(random, 70, 1280, 400, p.soft),
    circle(300, 190, 150, p.main, { opacity: 0.35 }),
    circle(300, 190, 92, p.sun),
  ];
  parts.push(
    land(
      [
        [-20, 430],
        [160, 330],
        [330, 410],
        [560, 270],
        [760, 390],
        [980, 300],
        [1300, 420],
      ],
      p.main,
    ),
    land(
      [
        [-20, 480],
        [260, 430],
        [600, 490],
        [960, 420],
        [1300, 480],
      ],
      '#1d4482',
    ),
  );
  parts.push(rect(0, 620, 1280, 180, p.mid), rect(0, 640, 1280, 160, p.main));
  parts.push(
    [
      [285, 190],
      [310, 130],
      [296, 90],
    ].map(([x, w], i) => rect(x - w / 2, 690 + i * 30, w, 8, p.sun, { rx: 4 })),
  );
  parts.push(
    rect(0, 604, 1280, 26, p.paper),
    Array.from({ length: 9 }, (_, i) => [
      rect(i * 160 - 20, 630, 34, 170, p.paper),
      over(rect(i * 160, 630, 14, 170, p.soft)),
    ]),
  );
  const carriage = (x, w) => [
    rect(x, 450, w, 130, p.accent, { rx: 14 }),
    rect(x, 540, w, 14, p.paper),
    over(rect(x, 554, w, 26, p.soft)),
    rect(x + 10, 438, w - 20, 16, p.paper, { rx: 8 }),
    Array.from({ length: Math.floor((w - 30) / 62) }, (_, i) => [
      rect(x + 26 + i * 62, 474, 44, 48, random.chance(0.8) ? p.sun : p.ink, { rx: 6 }),
      random.chance(0.4) ? path(`M${x + 36 + i * 62} 522v-12q12 -22 24 0v12Z`, p.ink) : '',
    ]),
    circle(x + 50, 590, 17, p.ink),
    circle(x + 92, 590, 17, p.ink),
    circle(x + w - 92, 590, 17, p.ink),
    circle(x + w - 50, 590, 17, p.ink),
  ];
  parts.push(
    carriage(-60, 340),
    carriage(294, 340),
    carriage(648, 300),
    path('M962 450H1090C1150 450 1200 500 1214 560V580H962Z', p.accent),
    path('M1070 470H1096C1130 472 1156 496 1168 524H1070Z', p.sun),
    rect(962, 540, 246, 14, p.paper),
    rect(990, 474, 50, 48, p.sun, { rx: 6 }),
    circle(1010, 590, 17, p.ink),
    circle(1150, 590, 17, p.ink),
    circle(1196, 556, 9, p.paper),
    poly(
      [
        [1200, 550],
        [1300, 500],
        [1300, 640],
        [1204, 562],
      ],
      p.sun,
      { opacity: 0.45 },
    ),
  );
  return parts;
}
