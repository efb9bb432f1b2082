// Portraits of the writers: a few flat shapes each, in the inks of the site.
import { circle, ellipse, inside, line, over, path, rect, ring } from './shapes.mjs';

const ink = '#2c1f1b';

function head({ skin, shade, cheek, mouth }) {
  return [
    path('M108 160H148V206C148 222 108 222 108 206Z', skin),
    over(path('M108 178C120 194 138 194 148 178V190C138 204 118 204 108 190Z', shade)),
    ellipse(78, 128, 11, 15, skin),
    ellipse(178, 128, 11, 15, skin),
    path(
      'M78 106C78 70 100 58 128 58C156 58 178 70 178 106V128C178 164 156 188 128 188C100 188 78 164 78 128Z',
      skin,
    ),
    circle(94, 146, 11, cheek, { opacity: 0.55 }),
    circle(162, 146, 11, cheek, { opacity: 0.55 }),
    circle(108, 124, 4.6, ink),
    circle(148, 124, 4.6, ink),
    line('M128 126C124 136 122 142 130 144', shade === '#e9c3a0' ? '#c98d68' : ink, 3, {
      opacity: 0.6,
    }),
    line(mouth ?? 'M114 160Q128 172 142 160', ink, 4),
  ];
}
const brows = (colour) => line('M98 110Q107 105 117 109M139 109Q149 105 158 110', colour, 4.5);
const shoulders = (fill) =>
  path('M24 262C28 216 70 200 108 196Q128 214 148 196C186 200 228 216 232 262Z', fill);

export const faces = {
  'maren-holt': () => [
    rect(0, 0, 256, 256, '#b3cce0'),
    circle(190, 70, 60, '#f3c75b'),
    path(
      'M64 130C54 60 96 34 134 36C180 36 202 70 194 130C198 170 206 190 190 204H66C50 190 60 166 64 130Z',
      '#c2703d',
    ),
    shoulders('#2a5da6'),
    inside(
      'jersey',
      shoulders('#2a5da6'),
      [212, 228, 244].map((y) => rect(0, y, 256, 6, '#f6f1e7')),
    ),
    head({ skin: '#f3d3b8', shade: '#e9c3a0', cheek: '#ee7b4f' }),
    brows('#9c5527'),
    path(
      'M74 112C74 66 110 50 140 52C168 54 184 74 182 112C168 104 150 92 142 74C126 94 100 106 74 112Z',
      '#c2703d',
    ),
  ],
  'tomas-aguirre': () => [
    rect(0, 0, 256, 256, '#f1d796'),
    circle(66, 190, 70, '#e2b455'),
    shoulders('#41706a'),
    path('M104 196L128 232L152 196L164 204L128 256L92 204Z', '#f6f1e7'),
    head({ skin: '#d9a67c', shade: '#d9a67c', cheek: '#c4593f' }),
    brows(ink),
    path(
      'M78 128C78 176 100 194 128 194C156 194 178 176 178 128C176 150 164 150 150 150C140 146 116 146 106 150C92 150 80 150 78 128Z',
      '#3a2a24',
    ),
    line('M114 164Q128 174 142 164', '#f3d3b8', 5),
    path(
      'M74 112C66 66 92 40 132 44C176 40 192 74 182 112C176 96 170 88 160 84C136 92 108 88 94 82C84 90 78 98 74 112Z',
      '#3a2a24',
    ),
    ring(107, 124, 18, '#e0693d', 4.5),
    ring(149, 124, 18, '#e0693d', 4.5),
    line('M125 122Q128 119 131 122', '#e0693d', 4.5),
  ],
  'adaeze-obi': () => [
    rect(0, 0, 256, 256, '#ee7f5b'),
    circle(128, 116, 104, '#f4cf6a'),
    circle(128, 92, 72, '#1f1613'),
    circle(78, 112, 42, '#1f1613'),
    circle(178, 112, 42, '#1f1613'),
    circle(94, 62, 40, '#1f1613'),
    circle(162, 62, 40, '#1f1613'),
    shoulders('#47834a'),
    head({
      skin: '#7b4a30',
      shade: '#8f5c40',
      cheek: '#c4593f',
      mouth: 'M112 158Q128 176 144 158',
    }),
    brows('#1f1613'),
    path(
      'M78 104C82 74 104 64 128 64C152 64 174 74 178 104C160 86 148 82 128 82C108 82 96 86 78 104Z',
      '#1f1613',
    ),
    circle(76, 150, 8, '#f4cf6a'),
    circle(180, 150, 8, '#f4cf6a'),
    [70, 100, 128, 156, 186].map((x, i) => circle(x, 226 + (i % 2) * 12, 6, '#f4cf6a')),
  ],
  'kenji-moriyama': () => [
    rect(0, 0, 256, 256, '#b4d0c8'),
    circle(196, 196, 66, '#5f9a9b'),
    shoulders('#14323d'),
    path('M92 200Q128 180 164 200L156 220Q128 204 100 220Z', '#1f6470'),
    head({
      skin: '#eec9a0',
      shade: '#e9c3a0',
      cheek: '#e8734a',
      mouth: 'M116 162Q128 168 140 162',
    }),
    brows('#8f8a86'),
    path(
      'M76 116C68 70 96 44 132 46C172 46 188 76 180 116C178 100 172 92 164 88C158 76 148 72 140 80C122 70 100 80 90 90C82 96 78 104 76 116Z',
      '#a7a29c',
    ),
    rect(91, 112, 34, 25, 'none', { rx: 7, stroke: '#14323d', 'stroke-width': 4.5 }),
    rect(131, 112, 34, 25, 'none', { rx: 7, stroke: '#14323d', 'stroke-width': 4.5 }),
    line('M125 121H131', '#14323d', 4.5),
  ],
  'leila-farouk': () => [
    rect(0, 0, 256, 256, '#d9b6c8'),
    circle(60, 70, 54, '#efc565'),
    shoulders('#e58a4d'),
    path(
      'M128 34C76 34 58 84 64 134C66 180 50 212 70 236C100 252 156 252 186 236C206 212 190 180 192 134C198 84 180 34 128 34Z',
      '#763460',
    ),
    head({ skin: '#c98d63', shade: '#c98d63', cheek: '#bf563f' }),
    brows(ink),
    path(
      'M76 128C72 84 92 60 128 60C164 60 184 84 180 128C182 92 160 76 128 76C96 76 74 92 76 128Z',
      '#5c264b',
    ),
    path(
      'M72 150C78 186 104 200 128 200C152 200 178 186 184 150L190 214C160 242 96 242 66 214Z',
      '#763460',
    ),
    line('M84 210C110 228 148 228 174 208', '#5c264b', 5),
  ],
  'ines-carvalho': () => [
    rect(0, 0, 256, 256, '#f0bfa9'),
    circle(128, 132, 100, '#f8ebe0'),
    circle(128, 40, 30, '#33201c'),
    path(
      'M70 136C62 76 90 46 128 46C166 46 194 76 186 136C184 150 178 156 176 150V110H80V150C76 156 72 150 70 136Z',
      '#33201c',
    ),
    shoulders('#bf563f'),
    head({ skin: '#e5b58d', shade: '#e9c3a0', cheek: '#dd8a70' }),
    brows('#33201c'),
    path(
      'M76 110C76 76 100 56 128 56C156 56 180 76 180 110C172 88 150 78 128 78C106 78 84 88 76 110Z',
      '#33201c',
    ),
    circle(76, 152, 6, '#41706a'),
    circle(180, 152, 6, '#41706a'),
    line('M78 84C100 68 156 68 178 84', '#41706a', 9),
  ],
};
