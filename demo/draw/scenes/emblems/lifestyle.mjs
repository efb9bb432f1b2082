// Lifestyle: a teapot and a cup.
import { circle, ellipse, line, over, path, rect, sprig } from '../../shapes.mjs';
import { backdrop } from './backdrop.mjs';

export const lifestyle = (p, random) => [
  backdrop(p, random),
  over(ellipse(630, 690, 330, 28, p.mid)),
  path('M480 330H780C830 460 810 640 730 680H530C450 640 430 460 480 330Z', p.main),
  over(path('M660 330H780C830 460 810 640 730 680H600C690 600 700 440 660 330Z', p.mid)),
  line('M790 400C890 360 920 520 806 590', p.main, 34),
  path('M476 470C420 460 390 400 350 330L312 340C330 450 390 560 470 580Z', p.main),
  path('M460 336C470 270 550 240 630 240C710 240 790 270 800 336Z', p.accent),
  circle(630, 222, 32, p.sun),
  rect(452, 326, 356, 22, p.ink, { rx: 11 }),
  sprig(630, 640, 200, p.soft, 0, 4, 1),
  path('M960 580H1110C1110 640 1090 690 1060 690H1010C980 690 960 640 960 580Z', p.paper),
  line('M1106 600C1150 596 1146 650 1096 650', p.paper, 14),
  ellipse(1035, 582, 75, 14, p.accent),
  line('M1010 540C990 500 1030 480 1010 440M1060 540C1040 500 1080 480 1060 440', p.paper, 13),
];
