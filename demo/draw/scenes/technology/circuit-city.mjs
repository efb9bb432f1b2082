// A circuit board seen as a city: chip, roads, blocks, a river.
import { circle, curve, line, over, rect, turn } from '../../shapes.mjs';

export function circuitCity(p, random) {
  const parts = [rect(0, 0, 1280, 800, p.main)];
  parts.push(
    line(
      curve([
        [-60, 610],
        [180, 560],
        [330, 650],
        [560, 690],
        [800, 610],
        [960, 660],
        [1340, 560],
      ]),
      p.mid,
      92,
    ),
  );
  parts.push(
    line(
      curve([
        [-60, 610],
        [180, 560],
        [330, 650],
        [560, 690],
        [800, 610],
        [960, 660],
        [1340, 560],
      ]),
      p.soft,
      54,
    ),
  );
  for (const [x, y, w, h] of [
    [60, 60, 190, 130],
    [60, 230, 120, 200],
    [1060, 70, 160, 190],
    [1090, 310, 130, 130],
    [70, 720, 200, 120],
    [930, 740, 260, 90],
    [300, 60, 100, 90],
    [870, 60, 130, 90],
  ]) {
    parts.push(rect(x, y, w, h, p.ink, { rx: 6 }));
    const columns = Math.max(2, Math.round(w / 44));
    const rows = Math.max(2, Math.round(h / 44));
    for (let i = 0; i < columns * rows; i += 1) {
      const [cx, cy] = [
        x + 10 + (i % columns) * ((w - 10) / columns),
        y + 10 + Math.floor(i / columns) * ((h - 10) / rows),
      ];
      parts.push(
        rect(
          cx,
          cy,
          (w - 10) / columns - 9,
          (h - 10) / rows - 9,
          random.pick([p.soft, p.mid, p.mid, p.paper, p.sun]),
          { rx: 2 },
        ),
      );
    }
  }
  const roads = [
    'M420 250H290V130',
    'M420 310H240L200 350',
    'M420 370H330L250 450V520',
    'M420 430H380L330 480V800',
    'M860 250H1000L1030 220V0',
    'M860 310H960L1040 390H1080',
    'M860 370H930L1020 460H1280',
    'M860 430L920 490V800',
    'M520 150V0',
    'M580 150V60L640 0',
    'M700 150V100L800 0',
    'M760 150V0',
    'M520 530V800',
    'M600 530V600L660 660V800',
    'M680 530V560L760 640V800',
    'M760 530L830 600V800',
  ];
  for (const d of roads) parts.push(line(d, p.paper, 11));
  for (const [x, y] of [
    [290, 130],
    [200, 350],
    [250, 520],
    [1080, 390],
    [1150, 460],
    [330, 740],
    [920, 700],
    [580, 60],
    [660, 740],
  ])
    parts.push(circle(x, y, 20, p.accent), circle(x, y, 8, p.paper));
  for (let i = 0; i < 8; i += 1) {
    parts.push(
      rect(452 + i * 52, 132, 22, 416, p.sun, { rx: 4 }),
      rect(402, 182 + i * 42, 476, 20, p.sun, { rx: 4 }),
    );
  }
  parts.push(
    rect(426, 156, 428, 368, p.ink, { rx: 10 }),
    rect(466, 192, 348, 296, p.main, { rx: 4 }),
  );
  parts.push(over(circle(640, 340, 112, p.soft)), circle(640, 340, 84, p.accent));
  for (let i = 0; i < 8; i += 1)
    parts.push(
      turn(i * 45, 640, 340, rect(632, 214, 16, 70, p.paper), circle(640, 212, 15, p.sun)),
    );
  parts.push(
    circle(640, 340, 34, p.paper),
    circle(640, 340, 14, p.ink),
    circle(482, 210, 8, p.sun),
  );
  return parts;
}
