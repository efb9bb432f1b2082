import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { isSuspended } from '../../../identity/suspension.ts';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import type { AskedPicture } from '../../../platform/site/share-address.ts';
import type { SharedPage } from '../../../platform/site/shared-page.ts';
import { isId } from '../../../platform/text/id.ts';
import { ownPictureOf } from '../../../platform/text/own-picture.ts';
import { shownPicture } from '../../../platform/text/web-url.ts';
import type { Reader } from '../../../storage/storage.ts';
import { sharedAuthor, sharedBlog, sharedHome } from '../shared-pages.ts';

/** The current content of a page's picture; undefined for a page that isn't public. */
export async function findShared(
  db: Reader,
  { kind, id }: AskedPicture,
  own: OwnSettings,
): Promise<SharedPage | undefined> {
  if (kind === 'home') return sharedHome(own);
  if (!isId(id)) return undefined;
  const query = summaries(db);
  if (kind === 'blog') {
    const row = await query.where('blogs.id', '=', id).executeTakeFirst();
    return row && sharedBlog(presentSummary(row));
  }
  // A person without published blogs has no author page.
  const row = await query.where('blogs.author_id', '=', id).limit(1).executeTakeFirst();
  if (!row || row.author_name === null) return undefined;
  const { author_name: name, author_photo, author_bio: bio } = row;
  return sharedAuthor({ _id: id, name, photo: shownPicture(author_photo), bio });
}

/** Whether the picture of a page leaves its cover out: the photo of an author who is suspended. */
export async function isCoverHidden(db: Reader, { kind, id }: SharedPage): Promise<boolean> {
  if (kind !== 'author') return false;
  const row = await db
    .selectFrom('people')
    .select('suspended_until')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && isSuspended(row, Date.now());
}

/** Where the site's own pictures and uploaded ones are read from. */
export interface CoverSource {
  /** The folder with the site's `images`. */
  readonly publicFolder: string;
  readonly pictures: {
    readonly folder: {
      read(
        name: string,
        file: string,
      ): Promise<{ size: number; stream: () => AsyncIterable<Uint8Array> } | undefined>;
    };
  };
  /** Whether staff took the picture down. */
  readonly isTakenDown: (db: Reader, name: string) => Promise<boolean>;
}

const plainPath = /^\/images\/[a-z]+\/[\w-]+\.(?:webp|png|jpg)$/;
/** Larger files aren't read; the site's own are far smaller. */
const coverBytesMax = 8 * 1_024 * 1_024;

/**
 * The bytes of a cover if the site stores it: no picture is fetched from another host. Undefined if it is missing or
 * was taken down.
 */
export async function readCover(
  { publicFolder, pictures, isTakenDown }: CoverSource,
  db: Reader,
  address: string | undefined,
): Promise<Uint8Array | undefined> {
  if (address === undefined) return undefined;
  const own = ownPictureOf(address);
  if (own) {
    if (await isTakenDown(db, own.name)) return undefined;
    const found = await pictures.folder.read(own.name, `${own.width}.jpg`);
    if (!found || found.size > coverBytesMax) return undefined;
    const parts: Uint8Array[] = [];
    for await (const part of found.stream()) parts.push(part);
    return Buffer.concat(parts);
  }
  if (!plainPath.test(address)) return undefined;
  return readFile(path.join(publicFolder, address)).catch(() => undefined);
}
