import type { BoundedMemory, Shelf } from './bounded-memory.ts';
import { headersFrom, lastingHeaders, type MembersPage, membersPageOf } from './cached-page.ts';
import type { Floor, FoundForm, PageStore } from './disk/page-store.ts';
import type { PageKey } from './page-key.ts';
import {
  bindingOf,
  readTemplate,
  SharedSegments,
  type TemplateBinding,
  type TemplateForm,
  writeTemplate,
} from './slots/stored-template.ts';
import type { PersonalData } from './slots/template-markup.ts';

/** State at the time of the rendering, and its expiry. */
interface Seen {
  readonly madeAt: number;
  readonly goodUntil: number;
  readonly floor: Floor | undefined;
}

/** What a page's code binds to its stored template. */
export interface PageBinding {
  /** All personal queries of the page, and the viewer; in any order. */
  readonly sources: readonly PersonalData[];
  readonly readerOf: TemplateBinding['readerOf'];
}

/** A page from the disk. */
export interface FoundMembersPage {
  readonly page: MembersPage;
  /** Call it when the page has been sent: its bytes may be overwritten. */
  release(): void;
}

/** Templates of members' pages on the disk, each in two forms. */
export interface StoredMembersPages {
  /** Number of templates found. */
  readonly found: number;
  /** Number of forms in memory. */
  readonly size: number;
  /** Stores a page that was rendered. Memory then holds those of its forms that were asked for, in its place. */
  keep(key: PageKey, page: MembersPage, seen: Seen): void;
  /** Whether a form of it is in memory, without marking it as used. */
  has(url: string): boolean;
  /** A form in memory, by the page's canonical URL. */
  use(url: string, form: TemplateForm): MembersPage | undefined;
  /** Resolves to undefined if no template is stored, or if it doesn't fit the page's current code. */
  find(key: PageKey, form: TemplateForm): Promise<FoundMembersPage | undefined>;
}

const forms: readonly TemplateForm[] = ['gzip', 'identity'];
const entryName = (url: string, form: TemplateForm) => `${form} ${url}`;
const recordName = (url: string, form: TemplateForm) => `members ${entryName(url, form)}`;
const noBody = Buffer.alloc(0);
/** Maximum number of known sources; few pages have any that name their subject. */
const sourcesMax = 1_000;

/** `rendered` are the pages in memory that were rendered, by their canonical URLs. */
export function createStoredMembersPages(
  store: PageStore,
  sourcesOf: (key: PageKey) => Promise<PageBinding>,
  memory: BoundedMemory,
  rendered: Shelf<MembersPage>,
): StoredMembersPages {
  const entries = memory.addShelf<MembersPage>();
  let count = 0;
  /** The sources of pages so far: to route a page for them takes longer than to read it. */
  const sources = new Map<string, PersonalData>();
  let readerOf: TemplateBinding['readerOf'] = () => undefined;
  const joined = new SharedSegments();
  const binding: TemplateBinding = {
    sourceOf: (name) => sources.get(name),
    readerOf: (name) => readerOf(name),
    joined,
  };

  async function learn(key: PageKey): Promise<void> {
    const found = await sourcesOf(key);
    readerOf = found.readerOf;
    if (sources.size > sourcesMax) sources.clear();
    for (const source of found.sources) sources.set(source.name, source);
  }

  /** A page for one reply, or for more if memory has room for it. */
  function take(key: PageKey, form: TemplateForm, found: FoundForm): FoundMembersPage | undefined {
    const name = entryName(key.url, form);
    const isKept = memory.admits(key.url, found.body.length);
    const grow = (bytes: number) => page && memory.grow(page, bytes);
    const template = readTemplate(found.body, binding, grow, isKept);
    if (!template) return undefined;
    const headers = headersFrom(found.head as readonly string[]);
    const rendering = { status: 200, headers, body: noBody };
    const page: MembersPage = membersPageOf(key, rendering, template, found.goodUntil, name);
    count += 1;
    if (!isKept) return { page, release: found.release };
    entries.keep(page);
    found.release();
    return { page, release() {} };
  }

  /** Replaces a page in memory by its forms that were asked for. Nobody has asked for a page that was made in advance. */
  function split(page: MembersPage, key: PageKey, bodies: Readonly<Record<TemplateForm, Buffer>>) {
    if (!memory.holds(page)) return;
    rendered.drop(page);
    const asked = forms.filter((form) => page.askedFor[form]);
    for (const form of asked.length > 0 ? asked : forms.slice(0, 1)) {
      const own = bindingOf(page.template, joined);
      const grow = (bytes: number) => memory.grow(part, bytes);
      const template = readTemplate(bodies[form], own, grow, true);
      if (!template) continue;
      const name = entryName(key.url, form);
      const part: MembersPage = membersPageOf(key, page.rendering, template, page.goodUntil, name);
      part.hits = page.hits;
      entries.keep(part);
    }
  }

  return {
    get found() {
      return count;
    },
    get size() {
      return entries.size;
    },
    keep(key, page, { floor, madeAt, goodUntil }) {
      let bodies: Readonly<Record<TemplateForm, Buffer>> | undefined;
      store.keep(
        floor,
        () => {
          const { tags, template } = page;
          const head = lastingHeaders(page.rendering);
          const made = {
            gzip: writeTemplate(template, 'gzip'),
            identity: writeTemplate(template, 'identity'),
          };
          bodies = made;
          return forms.map((form) => {
            const about = { key: recordName(key.url, form), tags, madeAt, goodUntil, head };
            return { ...about, body: made[form] };
          });
        },
        () => bodies && split(page, key, bodies),
      );
    },
    has: (url) => forms.some((form) => entries.has(entryName(url, form))),
    use: (url, form) => entries.use(entryName(url, form)),
    async find(key, form) {
      const name = recordName(key.url, form);
      let found = store.findAgain(name) ?? store.find(name);
      if (!found) return undefined;
      const taken = take(key, form, found);
      if (taken) return taken;
      found.release();
      await learn(key);
      // Found again: it may have become invalid meanwhile.
      found = store.find(name);
      const bound = found && take(key, form, found);
      if (!bound) found?.release();
      return bound;
    },
  };
}
