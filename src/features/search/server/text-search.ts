import { sql } from 'kysely';
import { type FoundTag, findTag } from '../../../blog/server/tags/find-tags.ts';
import {
  authorWord,
  categoryWord,
  indexedWordsMax,
  readableText,
  tagWord,
} from '../../../blog/server/text-index.ts';
import {
  beginningsOf,
  isBigramKey,
  type SearchWord,
  searchWordsOf,
  stemOf,
} from '../../../platform/text/search-words.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { isListed } from '../../../storage/listed.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { bestSentence, type ExcerptPart } from './best-sentence.ts';
import { beginningWith, nearWord } from './near-words.ts';
import { askedDates, createNewestDocs, type Dates, readIndexed } from './newest-docs.ts';
import { isAsking, type Phrase, parseQuery, type TextQuery } from './parse-query.ts';
import type { DocRange } from './postings/doc-range.ts';
import { type AnyOf, createPostings, type IndexQuery, type Postings } from './postings/postings.ts';

/** Texts shown per search. */
const shownMax = 10;
/** Candidates read in full to choose them. */
const readMax = 16;
/** Newest matching texts from which the best are chosen. */
const candidatesMax = 64;
/** The same for searches with phrases, which fewer of the candidates contain. */
const phraseCandidatesMax = 160;
/** Most words corrected in one search. */
const correctedMax = 3;

export interface FoundText {
  readonly id: string;
  readonly title: string;
  readonly authorName: string | null;
  readonly createdAt: number;
  readonly excerpt: readonly ExcerptPart[];
  /** Scrolls to the excerpt within the page; empty if the excerpt isn't in the text. */
  readonly fragment: string;
}

export interface FoundTexts {
  readonly texts: readonly FoundText[];
  /** The corrected search, if no text contains the typed words. */
  readonly corrected: string | undefined;
  /** Tags whose names the search contains. */
  readonly tags: readonly FoundTag[];
  /** Parts of the search that were ignored, as sentences for the visitor. */
  readonly notes: readonly string[];
}

interface Looking {
  readonly reader: Reader;
  readonly postings: Postings;
  /** Other ones, with a time budget of their own. */
  readonly freshPostings: () => Postings;
  readonly newestDocs: ReturnType<typeof createNewestDocs>;
  /** Of all texts. */
  readonly range: DocRange;
  /** Undefined for all dates. */
  readonly dates: Dates | undefined;
  /** Index words that aren't words of the text: its author, tags and category. */
  readonly given: readonly AnyOf[];
}

const keysOf = (phrase: Phrase) => phrase.map(({ key }) => key);

const anyOf = (key: string): AnyOf => ({ keys: [key] });
/** A single character may be the first half of a pair. */
const isHalf = (key: string) => [...key].length === 1 && isBigramKey(key);

function indexQueryOf(
  { words, phrases, excluded }: TextQuery,
  given: readonly AnyOf[],
): IndexQuery {
  const keys = new Set([...words, ...phrases].flatMap(keysOf));
  const none = excluded.flatMap((phrase) => (phrase.length === 1 ? keysOf(phrase) : []));
  return { all: [...given, ...[...keys].map(anyOf)], none };
}

const isMany = (phrase: Phrase) => phrase.length > 1;

/** Numbers of the newest matching texts. */
async function findDocs({ postings, newestDocs, dates, given }: Looking, query: TextQuery) {
  const asked = indexQueryOf(query, given);
  const strict = [...query.words, ...query.phrases].filter(isMany).map(keysOf);
  const most = strict.length > 0 ? phraseCandidatesMax : candidatesMax;
  let docs = await newestDocs(asked, dates, most);
  if (strict.length > 0) {
    const fitting = await postings.among(docs, strict);
    docs = docs.filter((doc) => fitting.has(doc));
  }
  for (const phrase of query.excluded.filter(isMany)) {
    const unwanted = await postings.among(docs, [keysOf(phrase)]);
    docs = docs.filter((doc) => !unwanted.has(doc));
  }
  return docs;
}

/** Matches the words of texts against the search. */
interface Finder {
  /** The index of the searched word that a word matches. */
  readonly find: (key: string) => number | undefined;
  readonly wordsOf: (text: string) => readonly SearchWord[];
}

function finderOf({ words, phrases, whole }: TextQuery): Finder {
  const all = [...whole, ...words.flat(), ...phrases.flat()].map(({ key }) => key);
  const terms = new Map<string, number>();
  for (const key of all) if (!terms.has(key)) terms.set(key, terms.size);
  const halves = all.filter(isHalf);
  const beginnings = beginningsOf(all);
  return {
    find: (key) => terms.get(key) ?? terms.get(halves.find((half) => key.startsWith(half)) ?? ''),
    wordsOf: (text) => searchWordsOf(text, indexedWordsMax, beginnings),
  };
}

/** Number of different searched words in a short text. */
function countTerms(text: string, { find, wordsOf }: Finder): number {
  const found = wordsOf(text).map(({ key }) => find(key));
  return new Set(found.filter((term) => term !== undefined)).size;
}

interface Listed {
  /** As JSON. */
  readonly list: string;
}

const candidatesOf = keptQuery((db, { list }: Listed) =>
  db
    .selectFrom('search_texts')
    .innerJoin('published_blogs as blogs', 'blogs.id', 'search_texts.blog_id')
    .select(['search_texts.doc', 'blogs.id', 'blogs.title', 'blogs.created_at'])
    .where(isListed(db, 'search_texts.doc', 'integer', list)),
);

const textsOf = keptQuery((db, { list }: Listed) =>
  db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(['blogs.id', 'blogs.title', 'blogs.short_description', 'blogs.created_at'])
    .select(['blog_html.html', 'people.name as author_name'])
    // Only where an older version stored no HTML: long texts take longest to read.
    .select(
      sql<string>`case when blog_html.html is null then blogs.long_description else '' end`.as(
        'long_description',
      ),
    )
    .where(isListed(db, 'blogs.id', 'text', list)),
);

type TextRow = Awaited<ReturnType<typeof textsOf>>[number];

/** Weights: a title counts most, then the summary, then matches that are close together and in order. */
const titleWorth = 6;
const summaryWorth = 2;

function judge(row: TextRow, finder: Finder): { text: FoundText; worth: number } {
  const readable = readableText(row);
  const { find, wordsOf } = finder;
  const own = bestSentence(readable, wordsOf(readable), find);
  const { short_description: summary } = row;
  const ofSummary = bestSentence(summary, wordsOf(summary), find);
  const isOfText = own !== undefined && own.worth >= (ofSummary?.worth ?? 0);
  const excerpt = (isOfText ? own : ofSummary)?.parts ?? [{ text: summary, isMatch: false }];
  const worth =
    titleWorth * countTerms(row.title, finder) +
    summaryWorth * countTerms(summary, finder) +
    Math.max(own?.worth ?? 0, ofSummary?.worth ?? 0);
  const text = {
    id: row.id,
    title: row.title,
    authorName: row.author_name,
    createdAt: row.created_at,
    excerpt,
    fragment: isOfText ? own.fragment : '',
  };
  return { text, worth };
}

/** The best of the newest matching texts. */
async function findFitting(looking: Looking, query: TextQuery): Promise<readonly FoundText[]> {
  const docs = await findDocs(looking, query);
  const finder = finderOf(query);
  const whole = keysOf(query.whole);
  const [candidates, asTyped] = await Promise.all([
    docs.length > 0 ? candidatesOf(looking.reader, { list: JSON.stringify(docs) }) : [],
    whole.length > 1 && docs.length > shownMax
      ? looking.postings.among(docs, [whole])
      : new Set<number>(),
  ]);
  const likely = candidates
    .map((row) => ({
      row,
      worth: countTerms(row.title, finder) * titleWorth + (asTyped.has(row.doc) ? 100 : 0),
    }))
    .sort(
      (one, other) =>
        other.worth - one.worth ||
        other.row.created_at - one.row.created_at ||
        other.row.doc - one.row.doc,
    )
    .slice(0, readMax);
  if (likely.length === 0) return [];
  const list = JSON.stringify(likely.map(({ row }) => row.id));
  const rows = await textsOf(looking.reader, { list });
  return rows
    .map((row) => judge(row, finder))
    .sort(
      (one, other) =>
        other.worth - one.worth ||
        other.text.createdAt - one.text.createdAt ||
        (one.text.id < other.text.id ? 1 : -1),
    )
    .slice(0, shownMax)
    .map(({ text }) => text);
}

/**
 * The search with corrections for words that no text contains; undefined without such words or without a similar word.
 */
async function correct(looking: Looking, search: string, query: TextQuery) {
  const { reader, freshPostings, range } = looking;
  let corrected = search;
  let count = 0;
  const single = query.words.flatMap((phrase) => (isMany(phrase) ? [] : phrase));
  // From the last word on, so that earlier offsets stay valid.
  for (const { key, folded, start, end } of single.toReversed()) {
    if (count === correctedMax) break;
    const [known] = await freshPostings().newest({ all: [anyOf(key)], none: [] }, range, 1);
    if (known !== undefined) continue;
    const near = await nearWord({ reader, freshPostings, range }, folded);
    if (near === undefined || stemOf(near) === key) return undefined;
    corrected = corrected.slice(0, start) + near + corrected.slice(end);
    count += 1;
  }
  return count === 0 ? undefined : corrected;
}

/** Most words that a prefix of an author's name may match. */
const authorsMax = 50;

/** The index words that match each prefix of an author's name. */
function authorOf(reader: Reader, name: readonly string[]): Promise<readonly AnyOf[]> {
  return Promise.all(
    name.map(async (beginning) => {
      const word = authorWord(beginning);
      const longer = await beginningWith(reader, word, authorsMax);
      return { keys: [word, ...longer] };
    }),
  );
}

interface Given {
  readonly search: string;
  /** A category; empty for all. */
  readonly filter: string;
}

/** The texts that match a search, best first. The cost hardly depends on the number of texts. */
export async function findTexts(storage: Storage, { search, filter }: Given): Promise<FoundTexts> {
  const { reader } = storage;
  const query = parseQuery(search);
  const notes = [...query.notes];
  const tags = new Map<string, FoundTag>();
  const freshPostings = () => createPostings(storage.engine, reader);
  let postings = freshPostings();
  const answer = (texts: readonly FoundText[], corrected?: string): FoundTexts => ({
    texts,
    corrected,
    tags: [...tags.values()],
    notes:
      postings.isCut && texts.length < shownMax
        ? [...notes, 'Only the newest texts were looked through.']
        : notes,
  });
  if (!isAsking(query)) return answer([]);

  const given: AnyOf[] = filter === '' ? [] : [{ keys: [categoryWord(filter)] }];
  const [indexed, named, authors, asked] = await Promise.all([
    readIndexed(reader),
    // The search may itself be the name of a tag.
    findTag(reader, search),
    Promise.all(query.authors.map((name) => authorOf(reader, name))),
    Promise.all(query.tags.map(async (name) => ({ name, tag: await findTag(reader, name) }))),
  ]);
  given.push(...authors.flat());
  if (named) tags.set(named.tag, named);
  for (const { name, tag } of asked) {
    if (!tag) {
      notes.push(`No blog has the tag “${name}”.`);
      return answer([]);
    }
    tags.set(tag.tag, tag);
    given.push({ keys: [tagWord(tag.tag)] });
  }
  const dates = indexed && askedDates(query, indexed.dates);
  if (!indexed || (dates && dates.from >= dates.until)) return answer([]);
  const { range } = indexed;
  const parts = { reader, freshPostings, range, dates, given };
  const lookingIn = (own: Postings): Looking => ({
    ...parts,
    postings: own,
    newestDocs: createNewestDocs(reader, own, indexed),
  });
  const looking = lookingIn(postings);
  const texts = await findFitting(looking, query);
  if (texts.length > 0) return answer(texts);
  for (const [index, name] of query.authors.entries()) {
    const all = authors[index] ?? [];
    const [known] = await freshPostings().newest({ all, none: [] }, range, 1);
    if (known === undefined) notes.push(`No author’s name has “${name.join(' ')}” in it.`);
  }
  // A search for unknown words ends at once, so one that ran out of time has none.
  const corrected = postings.isCut ? undefined : await correct(looking, search, query);
  if (corrected === undefined) return answer([]);
  postings = freshPostings();
  const found = await findFitting(lookingIn(postings), parseQuery(corrected));
  return found.length === 0 ? answer([]) : answer(found, corrected);
}
