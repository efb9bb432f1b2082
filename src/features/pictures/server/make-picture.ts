import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { syncFolder } from '../../../platform/files/sync-to-disk.ts';
import {
  type OwnPictureFormat,
  ownPictureFormats,
  ownPictureHeightMax,
  ownPictureWidthMax,
  widthsOf,
} from '../../../platform/text/own-picture.ts';
import { picturePixelsMax } from '../contract/pictures.ts';
import type { MadePicture, PictureJob } from './picture-job.ts';

/** Hexadecimal digits of SHA-256 that name a picture. */
const digestDigits = 32;
/** Timeout of the decoder; the supervising process ends this one a little later. */
const secondsMax = 40;

/** The decoders of the accepted formats. All others of the library, such as SVG and PDF, are blocked. */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });
// One picture at a time, each only once: a cache would be of no use.
sharp.cache(false);
sharp.concurrency(1);

/** Qualities at which no difference is visible at the displayed size. */
const writers: Readonly<Record<OwnPictureFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 76, effort: 4 }),
  jpg: (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
};

interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/**
 * The bare pixels: upright, in sRGB, at most as large as pages show them. All metadata, such as location and camera,
 * and any other format hidden in the file are dropped. Transparency becomes white: dark lettering would vanish on a
 * dark page.
 */
async function pixelsOf(file: string): Promise<Pixels> {
  return sharp(file, { limitInputPixels: picturePixelsMax, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize({
      width: ownPictureWidthMax,
      height: ownPictureHeightMax,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: secondsMax })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

const picture = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

async function colourOf(pixels: Pixels): Promise<string> {
  const { data, info } = await picture(pixels)
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A grey picture has one channel.
  const [red = 0, green = red, blue = red] = data.subarray(0, Math.min(3, info.channels));
  return Buffer.from([red, green, blue]).toString('hex');
}

/** Flushed to disk, like the row that will name it. */
async function keep(file: string, bytes: Buffer): Promise<number> {
  await writeFile(file, bytes, { flush: true, flag: 'wx', mode: 0o600 });
  return bytes.length;
}

async function writeAll(pixels: Pixels, folder: string): Promise<{ bytes: number; whole: Buffer }> {
  const { width } = pixels.info;
  let bytes = 0;
  let whole = Buffer.alloc(0);
  for (const wanted of widthsOf({ width })) {
    for (const format of ownPictureFormats) {
      const scaled = wanted < width ? picture(pixels).resize({ width: wanted }) : picture(pixels);
      const made = await writers[format](scaled).timeout({ seconds: secondsMax }).toBuffer();
      bytes += await keep(path.join(folder, `${wanted}.${format}`), made);
      if (wanted === width && format === 'jpg') whole = made;
    }
  }
  await syncFolder(folder);
  return { bytes, whole };
}

/** Makes all files that pages show from an uploaded one. */
export async function makePicture({ file, folder }: PictureJob): Promise<MadePicture> {
  let pixels: Pixels;
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > picturePixelsMax) return { outcome: 'too-many-pixels' };
    pixels = await pixelsOf(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: /timeout/i.test(reason) ? 'too-slow' : 'not-a-picture', reason };
  }
  const { width, height } = pixels.info;
  const colour = await colourOf(pixels);
  const { bytes, whole } = await writeAll(pixels, folder);
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, digestDigits);
  return { outcome: 'made', name: `${digest}-${width}x${height}-${colour}`, bytes };
}
