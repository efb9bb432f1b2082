import { type Category, categories } from '../../../../../blog/contract.ts';
import { fold } from '../../../../../platform/text/fold.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import {
  type restrictedKinds,
  type SiteAudience,
  siteAudiences,
} from '../../../import-contract.ts';
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
  invited: 'only invited readers could read it there',
  paying: 'only paying readers could read it there',
  password: 'a password kept it there',
  unmarked: 'the export does not say who could read it there',
};

const unpublished = {
  draft: 'it was a draft there',
  scheduled: 'it was not published yet there',
  private: 'it was private there',
} as const;

const audienceNames: readonly string[] = siteAudiences;

/**
 * Why a published text would be more open on this site than it was; undefined if it wouldn't. Only a site of this kind
 * has the same readers: those of another system didn't sign up here.
 */
export function restrictionOf(
  { audience, own }: Pick<ForeignText, 'audience' | 'own'>,
  here: SiteAudience,
): Restricted | undefined {
  if (audience === 'everybody') return undefined;
  const level = audienceNames.indexOf(audience);
  const isAsOpen = own !== undefined && level > 0 && level <= audienceNames.indexOf(here);
  return isAsOpen ? undefined : audience;
}

/** A text never becomes more public than it was: a restricted text becomes a draft unless the owner opened its kind. */
export function stateOf(
  text: Pick<ForeignText, 'state' | 'audience' | 'createdAt' | 'own'>,
  { opened }: Choices,
  { now, here }: { readonly now: number; readonly here: SiteAudience },
): { readonly state: ImportedState; readonly why: string | undefined } {
  const { state, createdAt } = text;
  if (state !== 'published') return { state: 'draft', why: unpublished[state] };
  if (createdAt === null) return { state: 'draft', why: 'it has no date there' };
  if (createdAt > now) return { state: 'draft', why: unpublished.scheduled };
  const restriction = restrictionOf(text, here);
  if (restriction === undefined || opened?.has(restriction)) {
    return { state: 'published', why: undefined };
  }
  return { state: 'draft', why: readers[restriction] };
}

/** Normalizes the spelling of a name. */
export function foldedName(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim();
}

/**
 * By the owner's mapping, else by known names. Of several mapped names the first counts that isn't mapped to Other: a
 * table lists every name, most of them with Other.
 */
export function categoryOf(
  text: Pick<ForeignText, 'categories' | 'tags' | 'own'>,
  { category, categories: table }: Choices,
): Category {
  if (category) return category;
  const names = [...text.categories, ...text.tags];
  const chosen = names.flatMap((name) => table?.get(foldedName(name)) ?? []);
  if (chosen.length > 0) return chosen.find((one) => one !== 'Other') ?? 'Other';
  if (text.own?.category) return text.own.category;
  const known = mapCategory(text.categories);
  return known === 'Other' ? mapCategory(names) : known;
}

/** The names by which an owner chooses a text's category: its categories, or its tags if it has none. */
export function namesForCategory({
  categories: given,
  tags,
}: Pick<ForeignText, 'categories' | 'tags'>): readonly string[] {
  return given.length > 0 ? given : tags;
}

/** Most names in a note, and most characters of each. */
const namedMax = 5;
const nameMax = 60;

/** A note for the report on a text whose categories or tags became Other. */
export function notesOfCategory(
  text: Pick<ForeignText, 'categories' | 'tags' | 'own'>,
  becomes: Category,
  { category }: Choices,
): readonly string[] {
  if (becomes !== 'Other' || category || text.own?.category) return [];
  const names = namesForCategory(text).filter((name) => foldedName(name) !== 'other');
  if (names.length === 0) return [];
  const shown = names.slice(0, namedMax).map((name) => shorten(name, nameMax));
  const more = names.length > namedMax ? ` and ${names.length - namedMax} more` : '';
  return [`its category here is Other, as nothing else is chosen for ${shown.join(', ')}${more}`];
}

export function isCategory(name: string): name is Category {
  return (categories as readonly string[]).includes(name);
}
