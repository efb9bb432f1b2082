// A wall of library drawers, one of them open.
import { over, path, poly, rect } from '../../shapes.mjs';

export function cardCatalogue(p, random) {
  const parts = [rect(0, 0, 1280, 800, p.ink)];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const [x, y] = [34 + column * 204, 24 + row * 156];
      parts.push(
        rect(x, y, 190, 142, random.pick([p.main, p.main, p.mid, p.main]), { rx: 5 }),
        over(
          poly(
            [
              [x, y + 142],
              [x + 190, y + 142],
              [x + 190, y + 90],
            ],
            p.soft,
          ),
        ),
      );
      parts.push(
        rect(x + 45, y + 30, 100, 44, p.sun, { rx: 4 }),
        rect(x + 53, y + 37, 84, 30, p.paper),
        rect(x + 60, y + 48, random.between(26, 64), 6, p.mid),
      );
      parts.push(path(`M${x + 70} ${y + 92}H${x + 120}A25 25 0 0 1 ${x + 70} ${y + 92}Z`, p.sun));
    }
  }
  parts.push(
    over(
      poly(
        [
          [442, 340],
          [850, 340],
          [960, 800],
          [330, 800],
        ],
        p.mid,
      ),
    ),
    poly(
      [
        [450, 336],
        [842, 336],
        [880, 560],
        [412, 560],
      ],
      p.ink,
    ),
  );
  for (let i = 0; i < 9; i += 1) {
    const [inset, y] = [34 - i * 3.6, 316 + i * 25];
    const pulled = i === 5 ? 110 : 0;
    parts.push(
      rect(
        442 + inset,
        y - pulled,
        396 - inset * 2,
        170,
        i === 5 ? p.sun : i % 2 ? p.paper : p.soft,
        {
          rx: 5,
        },
      ),
    );
    if (!pulled)
      parts.push(rect(470 + ((i * 83) % 250), y - 20, 74, 34, i % 2 ? p.paper : p.soft, { rx: 6 }));
    else
      parts.push(
        [0, 1, 2].map((row) => rect(490, y - 78 + row * 27, [230, 280, 170][row], 9, p.ink)),
      );
  }
  parts.push(
    rect(392, 548, 496, 230, p.accent, { rx: 10 }),
    over(
      poly(
        [
          [392, 778],
          [888, 778],
          [888, 620],
        ],
        p.soft,
      ),
    ),
    rect(520, 590, 240, 84, p.sun, { rx: 6 }),
    rect(536, 604, 208, 56, p.paper),
    rect(560, 626, 130, 10, p.ink),
    path('M580 702H700A60 52 0 0 1 580 702Z', p.sun),
  );
  return parts;
}
