import { hash } from 'node:crypto';
import type { SharedPage } from './shared-page.ts';

/** In pixels: the size that social networks show as a large preview. */
export const sharePictureSize = { width: 1_200, height: 630 } as const;
/** Path of preview pictures for shared links. */
export const sharePictureFolder = '/share/';
/** Increase it when the drawing changes, so that the addresses change. */
const drawing = 1;
const digestLetters = 22;
const pattern = /^\/share\/(home|blog|author)-(?:([\da-f-]{36})-)?([\w-]{22})\.jpg$/;

/** Hash of everything that is drawn on a picture. */
function digestOf({ title, byline, cover }: SharedPage, siteName: string): string {
  const drawn = JSON.stringify([drawing, siteName, title, byline, cover ?? null]);
  return hash('sha256', drawn, 'base64url').slice(0, digestLetters);
}

/** Address of a page's preview picture; it changes with the title, the cover and the site's name. */
export function sharePictureAddress(page: SharedPage, siteName: string): string {
  const { kind, id } = page;
  return `${sharePictureFolder}${[kind, id, digestOf(page, siteName)].filter(Boolean).join('-')}.jpg`;
}

export interface AskedPicture extends Pick<SharedPage, 'kind' | 'id'> {
  readonly digest: string;
}

/** The picture of an address; undefined for any other address. */
export function readShareAddress(path: string): AskedPicture | undefined {
  const [, kind, id = '', digest] = pattern.exec(path) ?? [];
  if (kind !== 'home' && kind !== 'blog' && kind !== 'author') return undefined;
  return digest === undefined || (id === '') !== (kind === 'home')
    ? undefined
    : { kind, id, digest };
}
