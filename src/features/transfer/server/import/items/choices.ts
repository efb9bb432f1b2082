import { type Category, categories } from '../../../../../blog/contract.ts';
import { fold } from '../../../../../platform/text/fold.ts';
import type { restrictedKinds } from '../../../import-contract.ts';
import type { ForeignText } from '../foreign.ts';
import { mapCategory } from '../map-category.ts';
import type { ImportedState } from '../publish-imported.ts';

/** Audiences of texts that weren't public in the source system. */
export type Restricted = (typeof restrictedKinds)[number];

/** An owner's choices for a whole export. */
export interface Choices {
  /** Mapping of categories, by `foldedName`. */
  readonly categories?: ReadonlyMap<string, Category>;
  /** Replaces the category of every text. */
  readonly category?: Category | undefined;
  /** Replaces the author of every text. */
  readonly author?: string | undefined;
  /** Kinds of restricted texts that become public; all others become drafts. */
  readonly opened?: ReadonlySet<Restricted>;
}

const readers: Readonly<Record<Restricted, string>> = {
  'signed-in': 'only signed-in readers could read it there',
  paying: 'only paying readers could read it there',
  password: 'a password kept it there',
};

const unpublished = {
  draft: 'it was a draft there',
  scheduled: 'it was not published yet there',
  private: 'it was private there',
} as const;

/** A text never becomes more public than it was: a restricted text becomes a draft unless the owner opened its kind. */
export function stateOf(
  { state, audience, createdAt }: Pick<ForeignText, 'state' | 'audience' | 'createdAt'>,
  { opened }: Choices,
  now: number,
): { readonly state: ImportedState; readonly why: string | undefined } {
  if (state !== 'published') return { state: 'draft', why: unpublished[state] };
  if (createdAt === null) return { state: 'draft', why: 'it has no date there' };
  if (createdAt > now) return { state: 'draft', why: unpublished.scheduled };
  if (audience === 'everybody' || opened?.has(audience)) {
    return { state: 'published', why: undefined };
  }
  return { state: 'draft', why: readers[audience] };
}

/** Normalizes the spelling of a name. */
export function foldedName(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim();
}

/** By the owner's mapping, else by known names. */
export function categoryOf(
  text: Pick<ForeignText, 'categories' | 'tags' | 'own'>,
  { category, categories: table }: Choices,
): Category {
  if (category) return category;
  const names = [...text.categories, ...text.tags];
  for (const name of names) {
    const chosen = table?.get(foldedName(name));
    if (chosen) return chosen;
  }
  if (text.own?.category) return text.own.category;
  const known = mapCategory(text.categories);
  return known === 'Other' ? mapCategory(names) : known;
}

export function isCategory(name: string): name is Category {
  return (categories as readonly string[]).includes(name);
}
