// Somebody walking a dog through a park.
import {
  circle,
  cloud,
  ellipse,
  land,
  line,
  over,
  path,
  rect,
  sprig,
  stipple,
} from '../../shapes.mjs';

function roundTree(x, y, r, fill, trunk) {
  return [
    rect(x - r * 0.07, y - r * 0.4, r * 0.14, r * 1.6, trunk),
    over(circle(x, y - r * 0.6, r, fill)),
    line(
      `M${x} ${y}L${x} ${y - r * 0.9}M${x} ${y - r * 0.4}L${x + r * 0.34} ${y - r * 0.8}M${x} ${y - r * 0.2}L${x - r * 0.32} ${y - r * 0.6}`,
      trunk,
      r * 0.07,
    ),
  ];
}

export function parkWalk(p, random) {
  return [
    rect(0, 0, 1280, 800, p.ground),
    circle(930, 230, 130, p.sun),
    cloud(300, 150, 1, p.paper),
    cloud(1130, 110, 0.7, p.paper),
    land(
      [
        [-20, 400],
        [260, 350],
        [560, 400],
        [900, 340],
        [1300, 390],
      ],
      p.soft,
    ),
    [
      [90, 370, 70],
      [190, 360, 54],
      [1200, 360, 66],
      [700, 372, 48],
      [780, 364, 60],
    ].map(([x, y, r]) => roundTree(x, y, r, p.mid, p.main)),
    land(
      [
        [-20, 500],
        [300, 450],
        [700, 480],
        [1000, 430],
        [1300, 470],
      ],
      p.mid,
    ),
    path(
      'M620 452C760 470 860 490 760 540C640 600 330 610 380 700C400 740 430 780 470 820H1000C900 740 760 700 860 640C980 570 1010 500 760 462C720 454 660 448 620 452Z',
      p.paper,
    ),
    roundTree(210, 560, 150, p.main, p.ink),
    roundTree(330, 520, 96, p.mid, p.ink),
    roundTree(1110, 560, 170, p.main, p.ink),
    roundTree(980, 490, 84, p.sun, p.ink),
    over(ellipse(700, 668, 120, 12, p.soft)),
    line('M640 660L664 590L650 520M664 590L706 660', p.ink, 19),
    path('M620 400C680 390 706 420 700 480L692 560H626Z', p.accent),
    line('M660 430L690 486L730 500', p.accent, 20),
    circle(660, 366, 34, '#b9724f'),
    path('M624 360A36 36 0 0 1 698 356L690 346L640 352Z', p.ink),
    line('M730 500C770 530 780 560 800 598', p.ink, 4),
    path(
      'M790 600H868L884 572L912 584L896 612L880 632V664H866V636H812L806 664H792L796 630Z',
      p.ink,
    ),
    line('M792 606L770 582', p.ink, 8),
    stipple(random, { x: 0, y: 640, width: 380, height: 160, count: 220, fill: p.main }),
    stipple(random, { x: 980, y: 640, width: 300, height: 160, count: 200, fill: p.main }),
    [
      [60, 760],
      [300, 780],
      [1180, 770],
      [1020, 720],
    ].map(([x, y]) => sprig(x, y + 20, 70, p.ink, 0, 2, 0.7)),
  ];
}
