import { createEventLoopFairness } from '../http/ingress/event-loop-fairness.ts';
import type { BoundedMemory, CacheEntry } from './bounded-memory.ts';
import {
  createPage,
  isCacheable,
  type MembersPage,
  membersPageOf,
  type Page,
  type Rendering,
} from './cached-page.ts';
import type { Floor, PageStore } from './disk/page-store.ts';
import type { PageKey } from './page-key.ts';
import { createRecentKeys } from './recent-keys.ts';
import {
  createRemaking,
  mostUsed,
  type RemakingClock,
  type TouchedPage,
  waitingMax,
} from './remaking.ts';
import { createSharedReplies, type SharedReplies } from './shared-replies.ts';
import { createSingleFlight } from './single-flight.ts';
import { createTemplate } from './slots/template.ts';
import { createStoredMembersPages, type PageBinding } from './stored-members-pages.ts';
import type { FormEntry } from './stored-pages.ts';

/** Visitors without a session get one page, members another with slots. Neither is rendered for a single person. */
export type Audience = 'strangers' | 'members';

/** Dependencies of page rendering. */
export interface MakingOptions {
  /** A page store on the disk, which survives a restart. */
  readonly disk?: PageStore | undefined;
  /** Renders the reply to an address. It doesn't get the request, so the reply can't depend on it. */
  readonly render: (key: PageKey, audience: Audience, shared: SharedReplies) => Promise<Rendering>;
  /** The current binding that a members' page from the disk must match. */
  readonly bindingOf?: ((key: PageKey) => Promise<PageBinding>) | undefined;
  /** Calls `invalidate` for commits that have not been announced yet; synchronous. Throws if it can't know. */
  readonly checkForChanges: () => void;
  /** Enables background re-rendering of pages in use after a change; if absent, the next request renders them. */
  readonly remakingClock?: RemakingClock;
  /** URL of the page that a change tag names. Rendered in the background after a change, requested before or not. */
  readonly pageOfTag?: (tag: string) => string | undefined;
}

/** Whether the outcome is a cache entry. */
export function isCached<K extends object>(outcome: K | Rendering): outcome is K {
  return 'goodUntil' in outcome;
}

type UsedEntry = Page | MembersPage | FormEntry;

function isUsedEntry(entry: CacheEntry): entry is UsedEntry {
  return 'hits' in entry && (entry.hits as number) > 0;
}

/** Expiry in milliseconds since 1970 of a reply rendered at this time. */
function goodUntilOf({ goodFor }: PageKey): number {
  return goodFor === undefined ? Infinity : Date.now() + goodFor;
}

/**
 * Renders each page once for all concurrent requests, and a few pages per turn of the event loop. `store` writes a page
 * to the disk.
 */
export function createPageMaking(
  options: MakingOptions,
  memory: BoundedMemory,
  store: (page: Page) => void,
) {
  const { disk, bindingOf } = options;
  const share = createEventLoopFairness();
  const replies = createSharedReplies(memory);
  const pages = createSingleFlight<Page, Page | Rendering>(memory, (outcome) =>
    isCached(outcome) ? outcome : undefined,
  );
  const made = createRecentKeys();
  const membersPages = createSingleFlight<MembersPage, MembersPage | Rendering>(
    memory,
    (outcome) => (isCached(outcome) && isCacheable(outcome.rendering) ? outcome : undefined),
  );
  const storedMembersPages =
    disk && bindingOf && createStoredMembersPages(disk, bindingOf, memory, membersPages.entries);

  function render(key: PageKey, audience: Audience): Promise<Rendering> {
    return new Promise((resolve, reject) => {
      share(
        () => void options.render(key, audience, replies).then(resolve, reject),
        () => '',
      );
    });
  }

  /**
   * Anybody can make up cursors and searches without end, which would evict all other pages from the disk: an address
   * with a query is stored when it is rendered a second time.
   */
  function isStored(audience: Audience, { url }: PageKey): boolean {
    return disk !== undefined && (!url.includes('?') || made.note(`${audience} ${url}`));
  }

  return {
    pages,
    membersPages,
    replies,
    storedMembersPages,
    makePage: (key: PageKey) =>
      pages.make(key.url, key.tags, async () => {
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'strangers');
        if (!isCacheable(rendering)) return rendering;
        const page = await createPage(key, rendering, seen);
        if (isStored('strangers', key)) store(page);
        return page;
      }),
    makeMembersPage: (key: PageKey) =>
      membersPages.make(key.url, key.memberTags, async () => {
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'members');
        if (!rendering.template) return rendering;
        const template = await createTemplate(rendering.template, (bytes) =>
          memory.grow(page, bytes),
        );
        const page = membersPageOf(key, rendering, template, seen.goodUntil);
        if (isCacheable(rendering) && isStored('members', key)) {
          storedMembersPages?.keep(key, page, seen);
        }
        return page;
      }),
  };
}

export type PageMaking = ReturnType<typeof createPageMaking>;

/**
 * Renders the most used of the pages that a change has dropped, and the pages that its tags name; undefined if that is
 * left to requests.
 */
export function createPageRemaking(
  { remakingClock, checkForChanges, disk, pageOfTag }: MakingOptions,
  keyOf: (url: string) => PageKey | undefined,
  { makePage, makeMembersPage }: PageMaking,
  isInMemory: Readonly<Record<Audience, (url: string) => boolean>>,
) {
  if (!remakingClock) return undefined;
  /** The store's floor before the last change. */
  let floor: Floor | undefined;
  const remaking = createRemaking(
    remakingClock,
    () => floor === undefined || disk?.floor() !== floor,
  );

  function touchedPage(url: string, hits: number, audience: Audience): TouchedPage {
    return {
      name: `${audience} ${url}`,
      hits,
      async make() {
        checkForChanges();
        const key = keyOf(url);
        if (!key || isInMemory[audience](url)) return;
        const outcome = await (audience === 'members' ? makeMembersPage(key) : makePage(key));
        // Keeps half the hits, so that the page stays among the most used over a few changes.
        if (isCached(outcome)) outcome.hits += Math.floor(hits / 2);
      },
    };
  }

  function ofEntry(entry: UsedEntry): TouchedPage {
    const url = entry.url ?? entry.key;
    return touchedPage(url, entry.hits, 'template' in entry ? 'members' : 'strangers');
  }

  return {
    /** Call it before the store is told of the change. */
    add(dropped: readonly CacheEntry[], tags: readonly string[]): void {
      floor = disk?.floor();
      const named = tags.flatMap((tag) => pageOfTag?.(tag) ?? []).slice(0, waitingMax);
      remaking.add([
        ...mostUsed(dropped.filter(isUsedEntry), waitingMax).map(ofEntry),
        ...named.map((url) => touchedPage(url, 0, 'strangers')),
      ]);
    },
    close: () => remaking.close(),
  };
}
