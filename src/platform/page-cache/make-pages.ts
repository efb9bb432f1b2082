import { createEventLoopFairness } from '../http/ingress/event-loop-fairness.ts';
import type { BoundedMemory, CacheEntry, Shelf } from './bounded-memory.ts';
import {
  createPage,
  isCacheable,
  type MembersPage,
  membersPageOf,
  type Page,
  type Rendering,
} from './cached-page.ts';
import type { PageStore } from './disk/page-store.ts';
import type { PageKey } from './page-key.ts';
import {
  createRemaking,
  type DroppedPage,
  mostUsed,
  type RemakingClock,
  waitingMax,
} from './remaking.ts';
import { createSharedReplies, type SharedReplies } from './shared-replies.ts';
import { createSingleFlight } from './single-flight.ts';
import type { TemplateBinding } from './slots/stored-template.ts';
import { createTemplate } from './slots/template.ts';
import { createStoredMembersPages } from './stored-members-pages.ts';

/** Visitors without a session get one page, members another with slots. Neither is made for a single person. */
export type Audience = 'strangers' | 'members';

/** What pages are made by. */
export interface MakingOptions {
  /** Where pages are kept besides; they are there after a restart. */
  readonly disk?: PageStore | undefined;
  /** Renders the reply to an address. It gets nothing of the request, so the reply can't hold anything of it. */
  readonly render: (key: PageKey, audience: Audience, shared: SharedReplies) => Promise<Rendering>;
  /** What a page of members that comes from the disk is bound to. */
  readonly bindingOf?: ((key: PageKey) => Promise<TemplateBinding>) | undefined;
  /** Calls `invalidate` for commits that haven't been announced yet; synchronous. Throws where it can't know. */
  readonly checkForChanges: () => void;
  /** Has pages that are in use made again after a change, before they are asked for; absent where that is left to requests. */
  readonly remakingClock?: RemakingClock;
}

/** Whether what was made is to be cached. */
export function isCached<K extends object>(outcome: K | Rendering): outcome is K {
  return 'isUsed' in outcome;
}

function isUsedPage(entry: CacheEntry): entry is Page | MembersPage {
  return 'hits' in entry && (entry.hits as number) > 0;
}

/** When a reply that is rendered from now on is out of date, in milliseconds since 1970. */
function goodUntilOf({ goodFor }: PageKey): number {
  return goodFor === undefined ? Infinity : Date.now() + goodFor;
}

/** What is rendered: each page once for all concurrent requests, and a few pages a turn of the event loop. */
export function createPageMaking(
  options: MakingOptions,
  memory: BoundedMemory,
  onMade: (page: Page) => void,
) {
  const { disk, bindingOf } = options;
  const storedMembersPages =
    disk && bindingOf && createStoredMembersPages(disk, bindingOf, memory.grow);
  const share = createEventLoopFairness();
  const replies = createSharedReplies(memory);
  const pages = createSingleFlight<Page, Page | Rendering>(memory, (outcome) =>
    isCached(outcome) ? outcome : undefined,
  );
  const membersPages = createSingleFlight<MembersPage, MembersPage | Rendering>(
    memory,
    (outcome) => (isCached(outcome) && isCacheable(outcome.rendering) ? outcome : undefined),
  );

  function render(key: PageKey, audience: Audience): Promise<Rendering> {
    return new Promise((resolve, reject) => {
      share(
        () => void options.render(key, audience, replies).then(resolve, reject),
        () => '',
      );
    });
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
        onMade(page);
        return page;
      }),
    makeMembersPage: (key: PageKey) =>
      membersPages.make(key.url, key.memberTags, async () => {
        const found = await storedMembersPages?.find(key);
        if (found) return found;
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'members');
        if (!rendering.template) return rendering;
        const template = await createTemplate(rendering.template, (bytes) =>
          memory.grow(page, bytes),
        );
        const page = membersPageOf(key, rendering, template, seen.goodUntil);
        if (isCacheable(rendering)) storedMembersPages?.keep(page, seen);
        return page;
      }),
  };
}

export type PageMaking = ReturnType<typeof createPageMaking>;

/** Has the most used pages that a change dropped made again; undefined where that is left to requests. */
export function createPageRemaking(
  { remakingClock, checkForChanges }: MakingOptions,
  keyOf: (url: string) => PageKey | undefined,
  { pages, membersPages, makePage, makeMembersPage }: PageMaking,
) {
  if (!remakingClock) return undefined;
  const remaking = createRemaking(remakingClock);

  function droppedPage(entry: Page | MembersPage): DroppedPage {
    const { key: url, hits } = entry;
    const isOfMembers = 'template' in entry;
    return {
      name: `${isOfMembers ? 'members' : 'strangers'} ${url}`,
      hits,
      async make() {
        checkForChanges();
        const { entries }: { readonly entries: Shelf<Page | MembersPage> } = isOfMembers
          ? membersPages
          : pages;
        const key = keyOf(url);
        if (!key || entries.has(url)) return;
        const outcome = await (isOfMembers ? makeMembersPage(key) : makePage(key));
        // It stays among those in use for a few changes that follow each other.
        if (isCached(outcome)) outcome.hits += Math.floor(hits / 2);
      },
    };
  }

  return {
    add: (dropped: readonly CacheEntry[]) =>
      remaking.add(mostUsed(dropped.filter(isUsedPage), waitingMax).map(droppedPage)),
    close: () => remaking.close(),
  };
}
