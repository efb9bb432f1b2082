import path from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { siteName as drawnSiteName } from '../../../platform/site/own-settings.ts';
import { sharePictureSize } from '../../../platform/site/share-address.ts';
import type { ShareJob } from './share-job.ts';

const { width, height } = sharePictureSize;
/** The cover is at the right, in full height. */
const coverWidth = 460;
const margin = 72;
const textWidth = width - coverWidth - 2 * margin;
/** Without a cover, text has more room. */
const wideTextWidth = width - 2 * margin - 160;

/** The colours of the light theme (`tokens.css`): a shared picture can't follow the reader's theme. */
const paper = '#faf7f1';
const ink = '#231c17';
const softInk = '#544b45';
const vermilion = '#b83a24';

/** Font files subset for this purpose: FreeType, as bundled with sharp, doesn't read WOFF2. */
const serif = { font: 'Hub Share Serif', file: 'serif.ttf' } as const;
const sans = { font: 'Hub Share Sans', file: 'sans.ttf' } as const;

/** Font sizes in points at 72 dpi, so that a point is a pixel; the largest in which a title fits is used. */
const titleSizes = [74, 66, 58, 50, 44, 38] as const;
const titleHeightMax = 330;
/** A longer title can't fit. */
const lettersMax = 240;

interface TextStyle {
  readonly font: string;
  readonly file: string;
  readonly folder: string;
  readonly size: number;
  readonly colour: string;
  readonly width: number;
}

interface Drawn {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The folder of the font files, and the width of the text. */
interface Place {
  readonly folder: string;
  readonly room: number;
}

/** Escapes text as Pango markup; drops characters that it can't contain. */
function markup(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

async function drawText(
  words: string,
  { font, file, folder, size, colour, width: room }: TextStyle,
): Promise<Drawn | undefined> {
  const fontfile = path.join(folder, file);
  const text = `<span foreground="${colour}" size="${size * 1_024}">${markup(words)}</span>`;
  try {
    const { data, info } = await sharp({
      text: { text, font, fontfile, width: room, dpi: 72, rgba: true, wrap: 'word-char' },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { input: data, width: info.width, height: info.height };
  } catch {
    // The text has no drawable characters; the picture is complete without it.
    return undefined;
  }
}

/** Draws the title in the largest font size that fits; in the smallest size it is cropped. */
async function drawTitle(title: string, { folder, room }: Place): Promise<Drawn | undefined> {
  const letters = [...title];
  const words = letters.length > lettersMax ? `${letters.slice(0, lettersMax).join('')}…` : title;
  let drawn: Drawn | undefined;
  for (const size of titleSizes) {
    drawn = await drawText(words, { ...serif, folder, size, colour: ink, width: room });
    if (!drawn || (drawn.height <= titleHeightMax && drawn.width <= room)) return drawn;
  }
  return drawn && cropped(drawn, { width: room, height: titleHeightMax });
}

/** Crops a drawing to the available room. */
async function cropped(
  { input, ...drawn }: Drawn,
  room: Pick<Drawn, 'width' | 'height'>,
): Promise<Drawn> {
  const kept = {
    width: Math.min(drawn.width, room.width),
    height: Math.min(drawn.height, room.height),
  };
  return {
    input: await sharp(input)
      .extract({ left: 0, top: 0, ...kept })
      .toBuffer(),
    ...kept,
  };
}

/** The mark of a site with the default name: an open book with a dot above, as `mark.svg`. */
const markSvg = (size: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><path d="M16 27C12.4 24.4 7.4 23.6 3 24.4V11.4C7.4 10.6 12.4 11.4 16 14Z" fill="#2f8288"/><path d="M16 27C19.6 24.4 24.6 23.6 29 24.4V11.4C24.6 10.6 19.6 11.4 16 14Z" fill="#e0693d"/><circle cx="16" cy="6.4" r="3.6" fill="#e3a52f"/></svg>`,
  );

const rule = (length: number, thickness: number, colour: string) => ({
  create: { width: length, height: thickness, channels: 4 as const, background: colour },
});

/** The cover, cropped to its place; undefined if it can't be decoded. */
async function drawCover(cover: Uint8Array | undefined): Promise<Buffer | undefined> {
  if (!cover) return undefined;
  try {
    return await sharp(cover, { limitInputPixels: 40_000_000, failOn: 'none' })
      .rotate()
      .resize(coverWidth, height, { fit: 'cover', position: sharp.strategy.attention })
      .flatten({ background: paper })
      .png()
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Height of one line of small text, with its accents. */
const lineHeightMax = 42;

/** A single line of text, truncated if it is too long. */
async function drawLine(words: string, { folder, room }: Place): Promise<Drawn | undefined> {
  const style = { ...sans, folder, size: 26, colour: softInk, width: room };
  const drawn = await drawText(words, style);
  if (!drawn || drawn.height <= lineHeightMax) return drawn;
  const short = await drawText(`${[...words].slice(0, 30).join('')}…`, style);
  return short && cropped(short, { width: room, height: lineHeightMax });
}

/** Draws the preview picture of a shared link, as JPEG: paper, a red rule, text in the site's fonts. */
export async function drawSharePicture(job: ShareJob): Promise<Buffer> {
  const { siteName, title, byline, fontFolder: folder } = job;
  const cover = await drawCover(job.cover);
  const room = cover ? textWidth : wideTextWidth;
  const name = await drawLine(siteName, { folder, room: room - 60 });
  const words = await drawTitle(title, { folder, room });
  const foot = byline === '' ? undefined : await drawLine(byline, { folder, room });
  // The title is centred between the site's name and the byline, with the rule above it.
  const top = Math.max(150, Math.round((height - (words?.height ?? 0) - 48) / 2));
  const hasMark = siteName === drawnSiteName;
  const layers: OverlayOptions[] = [
    ...(hasMark ? [{ input: markSvg(44), left: margin, top: margin - 8 }] : []),
    ...(name
      ? [
          {
            input: name.input,
            left: margin + (hasMark ? 58 : 0),
            top: margin + 14 - Math.round(name.height / 2),
          },
        ]
      : []),
    // The only red element marks the beginning of the title.
    { input: rule(56, 6, vermilion), left: margin, top },
    ...(words ? [{ input: words.input, left: margin, top: top + 42 }] : []),
    ...(foot ? [{ input: foot.input, left: margin, top: height - margin - foot.height + 8 }] : []),
    ...(cover ? [{ input: cover, left: width - coverWidth, top: 0 }] : []),
  ];
  const ground: Sharp = sharp({ create: { width, height, channels: 3, background: paper } });
  return ground.composite(layers).jpeg({ quality: 86, mozjpeg: true }).toBuffer();
}
