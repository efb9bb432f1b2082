// A school with its windows lit after dark.
import { circle, line, night, over, path, poly, rect, ring } from '../../shapes.mjs';

export function nightSchool(p, random) {
  const parts = [
    rect(0, 0, 1280, 800, '#1f3a40'),
    night(random, 46, 1280, 330, p.soft),
    circle(1060, 150, 74, p.soft),
    circle(1090, 134, 64, '#1f3a40'),
  ];
  parts.push(
    poly(
      [
        [0, 470],
        [60, 430],
        [120, 470],
        [120, 420],
        [240, 420],
        [240, 500],
        [1040, 500],
        [1040, 400],
        [1100, 360],
        [1160, 400],
        [1160, 470],
        [1220, 440],
        [1280, 470],
        [1280, 720],
        [0, 720],
      ],
      '#152c31',
    ),
  );
  parts.push(
    rect(250, 270, 780, 430, p.main),
    poly(
      [
        [220, 280],
        [640, 130],
        [1060, 280],
      ],
      p.sun,
    ),
    over(
      poly(
        [
          [640, 130],
          [1060, 280],
          [640, 280],
        ],
        p.mid,
      ),
    ),
    circle(640, 224, 34, p.paper),
    line('M640 224V204M640 224L652 232', p.ink, 5),
    rect(620, 70, 40, 70, p.sun),
    poly(
      [
        [606, 74],
        [640, 40],
        [674, 74],
      ],
      p.ink,
    ),
  );
  for (let i = 0; i < 10; i += 1) {
    const [x, y] = [296 + (i % 5) * 142, 316 + Math.floor(i / 5) * 196];
    if (i === 7) continue;
    const lit = i !== 3 && i !== 5;
    parts.push(rect(x - 8, y - 8, 136, 146, p.ink), rect(x, y, 120, 130, lit ? p.soft : p.accent));
    if (lit && i !== 0 && i !== 4)
      parts.push(
        circle(x + 44, y + 76, 17, p.ink),
        path(
          `M${x + 12} ${y + 130}C${x + 12} ${y + 94} ${x + 76} ${y + 94} ${x + 76} ${y + 130}Z`,
          p.ink,
        ),
      );
    if (i === 1)
      parts.push(
        circle(x + 92, y + 62, 15, p.sun),
        path(
          `M${x + 70} ${y + 130}V${y + 96}Q${x + 94} ${y + 70} ${x + 116} ${y + 96}V${y + 130}Z`,
          p.sun,
        ),
      );
    parts.push(rect(x + 57, y, 6, 130, p.ink), rect(x, y + 42, 120, 6, p.ink));
  }
  parts.push(
    path('M580 700V560A60 60 0 0 1 700 560V700Z', p.ink),
    path('M592 700V562A48 48 0 0 1 688 562V700Z', p.paper),
    poly(
      [
        [592, 700],
        [688, 700],
        [820, 800],
        [470, 800],
      ],
      p.soft,
    ),
  );
  parts.push(
    over(rect(640, 280, 390, 420, p.soft, { opacity: 0.55 })),
    rect(0, 700, 1280, 100, p.ink),
    poly(
      [
        [592, 700],
        [688, 700],
        [840, 800],
        [450, 800],
      ],
      p.mid,
    ),
    path('M622 700L640 640L658 700Z', p.sun),
    circle(640, 626, 17, p.ink),
  );
  parts.push(
    rect(140, 380, 12, 340, p.ink),
    circle(146, 366, 30, p.soft),
    circle(146, 366, 80, p.soft, { opacity: 0.2 }),
    rect(110, 712, 70, 12, p.ink),
  );
  parts.push(
    ring(1120, 706, 44, p.soft, 8),
    ring(1226, 706, 44, p.soft, 8),
    line(
      'M1120 706L1152 640H1204L1226 706M1152 640L1180 706L1204 640M1120 706H1180M1144 626H1166M1204 640L1198 616H1216',
      p.sun,
      8,
    ),
  );
  return parts;
}
