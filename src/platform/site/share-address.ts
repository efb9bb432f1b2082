import { hash } from 'node:crypto';
import type { SharedPage } from './shared-page.ts';

/** In pixels: what networks show large. */
export const sharePictureSize = { width: 1_200, height: 630 } as const;
/** Where pictures to share lie. */
export const sharePictureFolder = '/share/';
/** Grows when the drawing changes, so that addresses do. */
const drawing = 1;
const digestLetters = 22;
const pattern = /^\/share\/(home|blog|author)-(?:([\da-f-]{36})-)?([\w-]{22})\.jpg$/;

/** Names a picture by all that stands on it. */
function digestOf({ title, byline, cover }: SharedPage, siteName: string): string {
  const drawn = JSON.stringify([drawing, siteName, title, byline, cover ?? null]);
  return hash('sha256', drawn, 'base64url').slice(0, digestLetters);
}

/** The address of a page's picture; another one once the title, the cover or the site's name is another. */
export function sharePictureAddress(page: SharedPage, siteName: string): string {
  const { kind, id } = page;
  return `${sharePictureFolder}${[kind, id, digestOf(page, siteName)].filter(Boolean).join('-')}.jpg`;
}

export interface AskedPicture extends Pick<SharedPage, 'kind' | 'id'> {
  readonly digest: string;
}

/** The picture that an address may stand for; undefined for every other address. */
export function readShareAddress(path: string): AskedPicture | undefined {
  const [, kind, id = '', digest] = pattern.exec(path) ?? [];
  if (kind !== 'home' && kind !== 'blog' && kind !== 'author') return undefined;
  return digest === undefined || (id === '') !== (kind === 'home')
    ? undefined
    : { kind, id, digest };
}
