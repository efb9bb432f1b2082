// Draws every picture of the site into public/images.
//
//   node demo/draw/draw.mjs                 all of them
//   node demo/draw/draw.mjs a-slow-loaf     only files whose name contains the word
//
// The drawings are seeded by name: running this twice gives the same pictures.
import { faces } from './faces.mjs';
import { avatar, mark } from './mark.mjs';
import { palettes } from './palette.mjs';
import { print, printIcon, printPng, sheet, writeSvg } from './print.mjs';
import { seeded } from './random.mjs';
import { categories } from './scenes/categories.mjs';
import { education } from './scenes/education.mjs';
import { health } from './scenes/health.mjs';
import { lifestyle } from './scenes/lifestyle.mjs';
import { other } from './scenes/other.mjs';
import { technology } from './scenes/technology.mjs';
import { travel } from './scenes/travel.mjs';
import { hero, share } from './scenes/wide.mjs';
import { rect } from './shapes.mjs';

const covers = { technology, health, education, lifestyle, travel, other };
const wanted = process.argv[2] ?? '';
const joined = (parts) => parts.flat(Infinity).join('');
const small = (width, height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${joined(parts)}</svg>`;

const iconParts = [
  rect(0, 0, 48, 48, '#faf7f1'),
  `<g transform="translate(8 8)">${joined(mark())}</g>`,
];

const jobs = [];
const add = (base, job) => {
  if (base.includes(wanted)) jobs.push([base, job]);
};

for (const [category, scenes] of Object.entries(covers)) {
  const inks = palettes[category];
  for (const [slug, scene] of Object.entries(scenes)) {
    const base = `demo/${slug}`;
    add(base, () =>
      print(
        base,
        sheet(slug, 1280, 800, inks.ground, joined(scene(inks, seeded(slug)))),
        1280,
        [480, 800],
      ),
    );
  }
  const base = `categories/${category}`;
  const emblem = categories[category];
  add(base, () =>
    print(
      base,
      sheet(category, 1280, 800, inks.ground, joined(emblem(inks, seeded(category)))),
      1280,
      [480, 800],
    ),
  );
}

for (const [slug, face] of Object.entries(faces)) {
  const base = `authors/${slug}`;
  add(base, () => print(base, sheet(slug, 256, 256, '#f6f1e7', joined(face()), 0), 256, [96]));
}

add('hero', () =>
  print(
    'hero',
    sheet('hero', 1920, 600, '#20474f', joined(hero(seeded('hero'))), 0),
    1920,
    [800, 1280],
  ),
);

const shared = sheet('share', 1200, 630, '#20474f', joined(share(seeded('share'))), 160);
add('share', () => print('share', shared, 1200, []));
add('share', () => printPng('share', shared));
add('mark', () => writeSvg('mark', small(32, 32, mark())));
// For home screens and tabs that take no SVG; the mark keeps clear of the edge, which a device may round off.
for (const size of [180, 192, 512]) {
  add(`icon-${size}`, () => printIcon(`icon-${size}.png`, small(48, 48, iconParts), size));
}
add('favicon', () => printIcon('../favicon.ico', small(32, 32, mark()), 32));
add('avatar', () => writeSvg('avatar', small(96, 96, avatar())));

for (const [base, job] of jobs) {
  await job();
  console.log(base);
}
