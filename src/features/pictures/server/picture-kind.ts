import { drawingRefused, emptyFile, notAPicture } from '../contract/pictures.ts';

/** Bytes of a file's head that identify its format. */
export const kindBytes = 512;

const latin = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Brands of the ISO base media format for AV1 pictures. */
const avifBrands: ReadonlySet<string> = new Set(['avif', 'avis']);

function isAvif(head: Uint8Array): boolean {
  if (latin(head, 4, 8) !== 'ftyp') return false;
  const end = Math.min(Buffer.from(head).readUInt32BE(0), head.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12 && avifBrands.has(latin(head, at, at + 4))) return true;
  }
  return false;
}

/** Whether a file's head has the signature of an accepted format; its name is ignored. */
function isPicture(head: Uint8Array): boolean {
  return (
    latin(head, 0, 3) === '\xff\xd8\xff' ||
    latin(head, 0, 8) === '\x89PNG\r\n\x1a\n' ||
    latin(head, 0, 6) === 'GIF87a' ||
    latin(head, 0, 6) === 'GIF89a' ||
    (latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WEBP') ||
    isAvif(head)
  );
}

/** Why a file with this head is refused, as a sentence; undefined if it may be a picture. */
export function reasonAgainstFile(head: Uint8Array): string | undefined {
  if (head.length === 0) return emptyFile;
  if (head.length >= 12 && isPicture(head)) return undefined;
  const text = latin(head, 0, kindBytes).toLowerCase();
  if (text.includes('<svg')) {
    return drawingRefused;
  }
  if (/^(?:\xef\xbb\xbf)?\s{0,99}<(?:!doctype|html|\?xml|script|head|body)/.test(text)) {
    return 'This file is a web page, not a picture, whatever its name says.';
  }
  if (latin(head, 4, 8) === 'ftyp' && /^(?:hei|mif|hev)/.test(latin(head, 8, 12))) {
    return 'HEIC pictures can’t be shown by most browsers. Please save it as JPEG.';
  }
  return notAPicture.message;
}
