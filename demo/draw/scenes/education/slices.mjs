// Pies cut into quarters, thirds and halves.
import { circle, ellipse, leaf, over, path, rect, ring, stipple, turn } from '../../shapes.mjs';

export function slices(p, random) {
  const pie = (x, y, r, cuts, missing, fill) => {
    const parts = [
      over(ellipse(x + 16, y + 24, r + 46, r + 46, p.soft)),
      circle(x, y, r + 40, p.paper),
      ring(x, y, r + 22, p.soft, 5),
    ];
    for (let i = 0; i < cuts; i += 1) {
      const [from, to] = [
        (i / cuts) * Math.PI * 2 - Math.PI / 2,
        ((i + 1) / cuts) * Math.PI * 2 - Math.PI / 2,
      ];
      const middle = (from + to) / 2;
      const push = missing.includes(i) ? r * 0.34 : 7;
      const [cx, cy] = [x + Math.cos(middle) * push, y + Math.sin(middle) * push];
      const wedge = (size, colour) =>
        path(
          `M${cx} ${cy}L${cx + Math.cos(from) * size} ${cy + Math.sin(from) * size}A${size} ${size} 0 ${cuts < 2 ? 1 : 0} 1 ${cx + Math.cos(to) * size} ${cy + Math.sin(to) * size}Z`,
          colour,
        );
      parts.push(wedge(r, fill[0]), wedge(r * 0.86, fill[1]));
      for (let j = 1; j <= 2; j += 1) {
        const a = from + ((to - from) * j) / 3;
        parts.push(
          leaf(
            cx + Math.cos(a) * r * 0.3,
            cy + Math.sin(a) * r * 0.3,
            r * 0.4,
            r * 0.07,
            (a * 180) / Math.PI,
            fill[0],
          ),
        );
      }
    }
    return parts;
  };
  const cloth = Array.from({ length: 9 }, (_, i) => [
    rect(i * 160, 0, 70, 800, p.soft),
    rect(0, i * 160 - 40, 1280, 70, p.soft),
  ]);
  return [
    rect(0, 0, 1280, 800, p.mid),
    over(cloth),
    pie(450, 410, 240, 4, [1], [p.sun, p.mid]),
    pie(950, 250, 140, 3, [0], [p.accent, p.soft]),
    pie(960, 640, 110, 2, [0], [p.main, p.soft]),
    turn(
      -24,
      130,
      640,
      rect(104, 470, 54, 330, p.ink, { rx: 20 }),
      path('M104 480V250C104 180 158 150 158 150V480Z', p.paper),
    ),
    leaf(700, 90, 130, 40, 20, p.accent),
    leaf(690, 100, 110, 34, 70, p.accent),
    stipple(random, { x: 0, y: 600, width: 1280, height: 200, count: 220, fill: p.main }),
  ];
}
