import type { IncomingMessage } from 'node:http';
import { blogTags } from '../../../blog/contract.ts';
import { isNamedByAuthor, visibleBlogNaming } from '../../../blog/server/picture-uses.ts';
import { isStaff, type Person, personTag } from '../../../identity/person.ts';
import {
  type CacheEntry,
  createBoundedMemory,
} from '../../../platform/page-cache/bounded-memory.ts';
import { ownPictureAddress } from '../../../platform/text/own-picture.ts';
import type { Storage } from '../../../storage/storage.ts';
import { pictureTag } from './manage/taken-down.ts';
import { findOwned, isTakenDown } from './picture-store.ts';

/** Cache size in bytes for the names of public pictures: some 20,000 of them. */
const keptMax = 8 * 1_024 * 1_024;
const bytesOfEntry = 400;
/** Most texts with the picture that are checked for an open draft link. */
const linksMax = 20;

export interface VisibilityParts {
  readonly storage: Storage;
  /** The texts of the site settings: their pictures are on every page. */
  readonly siteTexts: () => Promise<string>;
  /** Whether a draft is open to readers of its link, by the hash of the link. */
  readonly isPreviewOpen: (hash: string) => Promise<boolean>;
  readonly personOf: (request: IncomingMessage) => Promise<Person | null>;
}

export interface PictureVisibility {
  /** Whether public content shows it: a blog, a profile, the site settings, a draft with a link. */
  isPublic(name: string): boolean | Promise<boolean>;
  /** Whether the requester may see a picture that isn't public: its owner, the author of a text with it, staff. */
  isTheirs(name: string, request: IncomingMessage): Promise<boolean>;
}

/**
 * Decides who may see a picture. Each process caches that a picture is public, with the tags of the content that shows
 * it: a change evicts it in every process on every machine, as it does cached pages. All other answers come from the
 * database.
 */
export function createPictureVisibility(parts: VisibilityParts): PictureVisibility & {
  close(): void;
} {
  const { storage, siteTexts, isPreviewOpen, personOf } = parts;
  const memory = createBoundedMemory(keptMax);
  const known = memory.addShelf<CacheEntry>();
  /** Counts changes: a result found during a change may be outdated and isn't cached. */
  let changes = 0;
  const finding = new Map<string, Promise<boolean>>();
  const stop = storage.onChange((tags) => {
    changes += 1;
    finding.clear();
    memory.dropTagged(tags);
  });

  /** The tags of the content that shows it; undefined if none does, null if the result must not be cached. */
  async function shownBy(name: string): Promise<readonly string[] | null | undefined> {
    const { reader } = storage;
    if (await isTakenDown(reader, name)) return undefined;
    const blogId = await visibleBlogNaming(reader, name);
    if (blogId !== undefined) return [blogTags.one(blogId)];
    const person = await reader
      .selectFrom('people')
      .select('id')
      .where('photo_url', '=', ownPictureAddress({ name }))
      .where('ends_at', 'is', null)
      .where((row) =>
        row.or([row('suspended_until', 'is', null), row('suspended_until', '<=', Date.now())]),
      )
      .limit(1)
      .executeTakeFirst();
    if (person) return [personTag(person.id)];
    if ((await siteTexts()).includes(name)) return [];
    const uses = await reader
      .selectFrom('picture_uses')
      .select('text_id')
      .where('name', '=', name)
      .limit(linksMax)
      .execute();
    for (const { text_id } of uses) if (await isPreviewOpen(text_id)) return null;
    return undefined;
  }

  async function find(name: string): Promise<boolean> {
    const before = changes;
    const tags = await shownBy(name);
    if (tags && before === changes) {
      known.keep({
        key: name,
        tags: [...tags, pictureTag(name)],
        goodUntil: Infinity,
        bytes: bytesOfEntry,
      });
    }
    return tags !== undefined;
  }

  return {
    isPublic(name) {
      storage.checkForChanges();
      if (known.use(name)) return true;
      const asked = finding.get(name) ?? find(name);
      finding.set(name, asked);
      return asked.finally(() => finding.get(name) === asked && finding.delete(name));
    },
    async isTheirs(name, request) {
      if (request.headers.cookie === undefined) return false;
      const person = await personOf(request);
      if (!person || (await isTakenDown(storage.reader, name))) return false;
      return (
        isStaff(person) ||
        (await findOwned(storage.reader, name, person.id)) ||
        isNamedByAuthor(storage.reader, name, person.id)
      );
    },
    close: stop,
  };
}
