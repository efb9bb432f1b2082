// An addressed envelope and a pen.
import { circle, curve, line, over, path, poly, rect, ring, stipple, turn } from '../../shapes.mjs';

export function letter(p, random) {
  return [
    rect(0, 0, 1280, 800, p.soft),
    circle(1010, 180, 270, p.sun),
    over(circle(220, 700, 300, p.mid)),
    turn(
      -7,
      640,
      420,
      over(rect(264, 246, 800, 470, p.soft)),
      rect(240, 220, 800, 470, p.paper),
      Array.from({ length: 20 }, (_, i) => [
        poly(
          [
            [240 + i * 40, 220],
            [260 + i * 40, 220],
            [250 + i * 40, 238],
            [230 + i * 40, 238],
          ],
          i % 2 ? p.main : p.accent,
        ),
        poly(
          [
            [240 + i * 40, 672],
            [260 + i * 40, 672],
            [250 + i * 40, 690],
            [230 + i * 40, 690],
          ],
          i % 2 ? p.main : p.accent,
        ),
      ]),
      rect(850, 268, 146, 176, p.main),
      rect(862, 280, 122, 152, p.soft),
      circle(940, 326, 26, p.sun),
      path('M862 432V380L900 340L930 376L950 360L984 396V432Z', p.accent),
      over(
        [60, 48, 36].map((r) => ring(800, 380, r, p.mid, 5)),
        [0, 1, 2, 3].map((i) =>
          line(
            curve(
              Array.from({ length: 7 }, (_, k) => [610 + k * 22, 340 + i * 22 + (k % 2 ? -6 : 6)]),
            ),
            p.mid,
            5,
          ),
        ),
      ),
      line(
        curve([
          [420, 510],
          [450, 486],
          [480, 514],
          [516, 488],
          [560, 512],
          [600, 490],
          [700, 506],
        ]),
        p.ink,
        8,
      ),
      line(
        curve([
          [420, 566],
          [470, 546],
          [510, 572],
          [560, 546],
          [620, 568],
        ]),
        p.ink,
        8,
      ),
      line(
        curve([
          [420, 622],
          [460, 602],
          [520, 626],
          [570, 604],
          [660, 620],
          [720, 606],
        ]),
        p.ink,
        8,
      ),
    ),
    turn(
      38,
      1010,
      590,
      path('M980 420H1040V640L1010 740L980 640Z', p.ink),
      rect(974, 260, 72, 190, p.main, { rx: 14 }),
      rect(974, 430, 72, 18, p.sun),
      line('M1010 736V660', p.paper, 5),
      circle(1010, 652, 8, p.paper),
    ),
    stipple(random, { x: 0, y: 0, width: 1280, height: 160, count: 160, fill: p.mid, from: 'top' }),
  ];
}
