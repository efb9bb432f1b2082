// The press: turns a drawing into paper, specks of missed ink, and the files the site serves.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { seeded } from './random.mjs';
import { circle, rect } from './shapes.mjs';

const output = path.resolve(import.meta.dirname, '../../public/images');

function specks(name, width, height, count, fill) {
  const random = seeded(`${name} specks`);
  return Array.from({ length: count }, () =>
    circle(random.between(0, width), random.between(0, height), random.between(0.6, 1.7), fill, {
      opacity: random.between(0.25, 0.6),
    }),
  ).join('');
}

export function sheet(name, width, height, ground, drawing, speckCount = 420) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<g style="isolation:isolate">${rect(0, 0, width, height, ground)}${drawing}</g>` +
    `${specks(name, width, height, speckCount, '#f6f1e7')}</svg>`
  );
}

/** Writes `<base>.webp` and `.avif` at full width, and `<base>-<width>` for each smaller width. */
export async function print(base, svg, fullWidth, smallerWidths) {
  const target = path.join(output, base);
  await mkdir(path.dirname(target), { recursive: true });
  const plate = await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  for (const width of [fullWidth, ...smallerWidths]) {
    const file = width === fullWidth ? target : `${target}-${width}`;
    const sized = sharp(plate).resize({ width });
    await sized.clone().webp({ quality: 72, effort: 5 }).toFile(`${file}.webp`);
    await sized.clone().avif({ quality: 50, effort: 3 }).toFile(`${file}.avif`);
  }
}

export async function printPng(base, svg) {
  await mkdir(output, { recursive: true });
  await sharp(Buffer.from(svg))
    .png({ palette: true, quality: 90 })
    .toFile(path.join(output, `${base}.png`));
}

/** An icon file's header: one picture, 32 pixels square, as PNG. */
function icoHeader(length) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(length, 14);
  header.writeUInt32LE(22, 18);
  return header;
}

/** A small square of `size` pixels, as PNG, or as ICO where the name says so. */
export async function printIcon(name, svg, size) {
  const png = await sharp(Buffer.from(svg), { density: 1200 }).resize(size, size).png().toBuffer();
  const isIco = name.endsWith('.ico');
  await writeFile(
    path.join(output, name),
    isIco ? Buffer.concat([icoHeader(png.length), png]) : png,
  );
}

export async function writeSvg(base, svg) {
  await mkdir(output, { recursive: true });
  await writeFile(path.join(output, `${base}.svg`), `${svg}\n`);
}
