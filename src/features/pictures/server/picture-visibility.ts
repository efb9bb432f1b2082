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

/** Bytes of memory for the names of visible pictures; some 20,000 of them. */
const keptMax = 8 * 1_024 * 1_024;
const bytesOfEntry = 400;
/** Links to drafts that are looked at; whoever has more of them shows a picture by these. */
const linksMax = 20;

export interface VisibilityParts {
  readonly storage: Storage;
  /** What the owners set: its pictures stand on every page. */
  readonly siteTexts: () => Promise<string>;
  /** Whether a draft can be read by others, by the hash of the link to it. */
  readonly isPreviewOpen: (hash: string) => Promise<boolean>;
  readonly personOf: (request: IncomingMessage) => Promise<Person | null>;
}

export interface PictureVisibility {
  /** Whether something that everybody may read shows it: a blog, a profile, the site's settings, a draft with a link. */
  isPublic(name: string): boolean | Promise<boolean>;
  /** Whether it is there for who asks, whom nobody else sees it with: its owner, its author, staff. */
  isTheirs(name: string, request: IncomingMessage): Promise<boolean>;
}

/**
 * Who may see a picture. That one is public is remembered in each process, with the tags of what shows it: a change drops it
 * as it drops pages, in every process and on every machine. All else is asked of the database.
 */
export function createPictureVisibility(parts: VisibilityParts): PictureVisibility & {
  close(): void;
} {
  const { storage, siteTexts, isPreviewOpen, personOf } = parts;
  const memory = createBoundedMemory(keptMax);
  const known = memory.addShelf<CacheEntry>();
  /** How often something changed: what was found meanwhile may be from before. */
  let changes = 0;
  const finding = new Map<string, Promise<boolean>>();
  const stop = storage.onChange((tags) => {
    changes += 1;
    finding.clear();
    memory.dropTagged(tags);
  });

  /** The tags of what shows it; undefined where nothing does, and null for what is asked each time. */
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
        isUsed: false,
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
