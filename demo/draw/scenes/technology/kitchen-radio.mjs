// A table radio on a kitchen shelf, with its waves.
import {
  circle,
  ellipse,
  inside,
  line,
  over,
  path,
  rect,
  ring,
  stipple,
  turn,
} from '../../shapes.mjs';

export function kitchenRadio(p, random) {
  const waves = [120, 190, 260, 330, 400, 470].map((r, i) =>
    ring(900, 150, r, i % 2 ? p.accent : p.sun, 24 - i * 2.4, { opacity: 0.9 }),
  );
  return [
    rect(0, 0, 1280, 800, p.ground),
    rect(0, 0, 1280, 640, p.soft),
    inside('wall', rect(0, 0, 1280, 640, p.soft), over(waves)),
    stipple(random, { x: 0, y: 460, width: 1280, height: 160, count: 260, fill: p.mid }),
    rect(0, 630, 1280, 170, p.ink),
    rect(0, 622, 1280, 20, p.main),
    line('M840 330L900 150', p.ink, 9),
    circle(900, 150, 17, p.accent),
    rect(300, 320, 640, 310, p.main, { rx: 46 }),
    over(path('M760 320H894A46 46 0 0 1 940 366V584A46 46 0 0 1 894 630H700Z', p.soft)),
    rect(340, 360, 260, 230, p.paper, { rx: 22 }),
    inside(
      'grille',
      rect(340, 360, 260, 230, p.paper, { rx: 22 }),
      Array.from({ length: 9 }, (_, i) => rect(340, 374 + i * 25, 260, 10, p.main)),
    ),
    circle(770, 440, 92, p.paper),
    circle(770, 440, 74, p.sun),
    Array.from({ length: 13 }, (_, i) =>
      turn(-120 + i * 20, 770, 440, rect(768, 354, 4, i % 3 ? 12 : 22, p.ink)),
    ),
    turn(38, 770, 440, rect(766, 376, 8, 70, p.accent)),
    circle(770, 440, 14, p.ink),
    circle(680, 568, 24, p.accent),
    circle(770, 568, 24, p.paper),
    circle(860, 568, 24, p.paper),
    rect(860 - 3, 548, 6, 20, p.ink),
    rect(767, 548, 6, 20, p.ink),
    rect(677, 548, 6, 20, p.ink),
    rect(350, 630, 60, 16, p.ink),
    rect(830, 630, 60, 16, p.ink),
    path('M1010 470H1130L1120 628H1020Z', p.paper),
    line('M1128 500C1190 500 1186 580 1124 580', p.paper, 16),
    rect(1012, 500, 116, 18, p.accent),
    ellipse(150, 600, 96, 34, p.accent),
    ellipse(150, 590, 96, 26, p.paper),
    circle(120, 560, 38, p.sun),
    circle(186, 562, 36, p.sun),
    over(circle(156, 540, 36, p.accent)),
    line('M156 506L164 486', p.ink, 6),
  ];
}
