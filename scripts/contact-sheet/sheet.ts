import type { Scene } from '../../test/scenes/scene.ts';
import { type Look, pictureName, themes, widths } from './look.ts';

const style = `
body { margin: 2rem; background: #ddd; color: #222; font: 15px/1.4 system-ui, sans-serif; }
h2 { margin: 2rem 0 0.5rem; }
.row { display: flex; align-items: flex-start; gap: 0.75rem; overflow-x: auto; }
figure { flex: none; margin: 0 0 1rem; }
img { display: block; background: white; }
figcaption { color: #444; font-size: 12px; }
`;

function figure(scene: Scene, look: Look): string {
  const name = pictureName(scene, look);
  // All at a fifth of their size, so that widths can be compared.
  return `<figure><a href="${name}"><img src="${name}" alt="" width="${look.width / 5}" loading="lazy"></a><figcaption>${look.width} ${look.theme}</figcaption></figure>`;
}

function section(scene: Scene): string {
  const rows = themes.map((theme) => {
    const looks = widths.filter((width) => width < (scene.below ?? Infinity));
    return `<div class="row">${looks.map((width) => figure(scene, { width, theme })).join('\n')}</div>`;
  });
  return `<h2>${scene.screen}: ${scene.state}</h2>\n${rows.join('\n')}`;
}

/** A page with all screenshots, a row for each theme of a scene. */
export function sheetOf(scenes: readonly Scene[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Contact sheet</title>
<style>${style}</style>
<h1>Contact sheet</h1>
${scenes.map(section).join('\n')}
</html>
`;
}
