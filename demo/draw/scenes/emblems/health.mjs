// Health: an apple.
import { ellipse, inside, leaf, line, over, path, stipple } from '../../shapes.mjs';
import { backdrop } from './backdrop.mjs';

export const health = (p, random) => [
  backdrop(p, random),
  over(ellipse(650, 676, 250, 26, p.mid)),
  path(
    'M640 300C560 240 410 260 400 440C394 570 480 680 570 680C606 680 616 664 644 664C672 664 684 680 720 680C810 680 890 560 880 440C870 260 720 240 640 300Z',
    p.accent,
  ),
  inside(
    'apple',
    path(
      'M640 300C560 240 410 260 400 440C394 570 480 680 570 680C606 680 616 664 644 664C672 664 684 680 720 680C810 680 890 560 880 440C870 260 720 240 640 300Z',
      p.accent,
    ),
    over(path('M700 240C820 300 800 560 660 690H900V240Z', p.sun)),
    stipple(random, { x: 400, y: 460, width: 480, height: 220, count: 260, fill: p.main }),
  ),
  ellipse(498, 400, 32, 66, p.paper, { transform: 'rotate(18 498 400)' }),
  line('M642 310C640 240 652 190 690 140', p.ink, 18),
  leaf(660, 232, 220, 80, -28, p.main),
  over(leaf(660, 232, 220, 14, -28, p.mid)),
];
