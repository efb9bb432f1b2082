import { sql } from 'kysely';
import { type FoundTag, findTag } from '../../../blog/server/tags/find-tags.ts';
import {
  authorWord,
  categoryWord,
  indexedWordsMax,
  readableText,
  tagWord,
} from '../../../blog/server/text-index.ts';
import { headingId } from '../../../platform/markdown/html-text.ts';
import { beginningsOf, isBigramKey, searchWordsOf } from '../../../platform/text/search-words.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { isListed } from '../../../storage/listed.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { bestSentence, type Excerpt, type Finder } from './best-sentence.ts';
import { beginningWith, nearWord } from './near-words.ts';
import {
  askedDates,
  createNewestDocs,
  type Dates,
  type Indexed,
  type NewestDocs,
  readIndexed,
} from './newest-docs.ts';
import { isAsking, type Phrase, parseQuery, type TextQuery } from './parse-query.ts';
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
  readonly excerpt: Excerpt['parts'];
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
  readonly newestDocs: NewestDocs;
  /** Undefined for all. */
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

function judge(row: TextRow, finder: Finder) {
  const own = bestSentence(readableText(row), finder);
  const { short_description: summary } = row;
  const ofSummary = bestSentence(summary, finder);
  const worth =
    titleWorth * countTerms(row.title, finder) +
    summaryWorth * countTerms(summary, finder) +
    Math.max(own?.worth ?? 0, ofSummary?.worth ?? 0);
  return { row, own, ofSummary, worth };
}

function present({ row, own, ofSummary }: ReturnType<typeof judge>): FoundText {
  const isOfText = own !== undefined && own.worth >= (ofSummary?.worth ?? 0);
  const shown = (isOfText ? own : ofSummary)?.show();
  const { line = '', fragment = '' } = (isOfText && shown) || {};
  // A table of contents repeats the headings before the text.
  const heading = headingId(row.html ?? '', line);
  return {
    id: row.id,
    title: row.title,
    authorName: row.author_name,
    createdAt: row.created_at,
    excerpt: shown?.parts ?? [{ text: row.short_description, isMatch: false }],
    fragment: heading === undefined ? fragment : encodeURIComponent(heading),
  };
}

/** The texts of these numbers that contain the phrases of the search, and, where not all are read in full, which of
 * them contain it as it was typed. */
async function readCandidates(
  { reader, postings }: Looking,
  { words, phrases, excluded, whole }: TextQuery,
  found: readonly number[],
) {
  let docs = found;
  const strict = [...words, ...phrases].filter(isMany).map(keysOf);
  if (strict.length > 0) {
    const fitting = await postings.among(docs, strict);
    docs = docs.filter((doc) => fitting.has(doc));
  }
  for (const phrase of excluded.filter(isMany)) {
    const unwanted = await postings.among(docs, [keysOf(phrase)]);
    docs = docs.filter((doc) => !unwanted.has(doc));
  }
  const [rows, asTyped] = await Promise.all([
    docs.length > 0 ? candidatesOf(reader, { list: JSON.stringify(docs) }) : [],
    whole.length > 1 && docs.length > readMax
      ? postings.among(docs, [keysOf(whole)])
      : new Set<number>(),
  ]);
  return { rows, asTyped };
}

/** The best of the newest matching texts. */
async function findFitting(looking: Looking, query: TextQuery): Promise<readonly FoundText[]> {
  const { newestDocs, dates, given } = looking;
  const asked = indexQueryOf(query, given);
  const hasPhrase = [...query.words, ...query.phrases].some(isMany);
  const most = hasPhrase ? phraseCandidatesMax : candidatesMax;
  const docs = await newestDocs.find(asked, dates, most);
  // Read while it is checked whether there are newer ones, which is so among imported texts only.
  const [newer, read] = await Promise.all([
    newestDocs.findNewer(asked, dates, most, docs),
    readCandidates(looking, query, docs),
  ]);
  const { rows: candidates, asTyped } = newer ? await readCandidates(looking, query, newer) : read;
  const finder = finderOf(query);
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
        other.row.created_at - one.row.created_at ||
        (one.row.id < other.row.id ? 1 : -1),
    )
    .slice(0, shownMax)
    .map(present);
}

/**
 * The search with corrections for words that no text contains; undefined without such words or without a similar word.
 */
async function correct(looking: Looking, search: string, query: TextQuery) {
  const { reader, freshPostings, dates, given } = looking;
  const { words, phrases, excluded } = query;
  // Such a search has already looked for its only word.
  const isWord = words.length === 1 && phrases.length + excluded.length + given.length === 0;
  const isUnknown = isWord && !dates;
  let corrected = search;
  let count = 0;
  const single = words.flatMap((phrase) => (isMany(phrase) ? [] : phrase));
  // From the last word on, so that earlier offsets stay valid.
  for (const { key, folded, start, end } of single.toReversed()) {
    if (count === correctedMax) break;
    const [known] = isUnknown
      ? []
      : await freshPostings().newest({ all: [anyOf(key)], none: [] }, 1);
    if (known !== undefined) continue;
    const near = await nearWord({ reader, freshPostings }, folded);
    if (near === undefined) return undefined;
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

/** The texts with the words of a search, its authors and tags. */
async function findAsked(
  { engine, reader }: Storage,
  { search, filter }: Given,
  query: TextQuery,
  indexed: Promise<Indexed>,
): Promise<FoundTexts> {
  const notes = [...query.notes];
  const tags: FoundTag[] = [];
  const freshPostings = () => createPostings(engine, reader, async () => (await indexed).range);
  let postings = freshPostings();
  const answer = (texts: readonly FoundText[], corrected?: string): FoundTexts => ({
    texts,
    corrected,
    tags,
    notes:
      postings.isCut && texts.length < shownMax
        ? [...notes, 'Only the newest texts were looked through.']
        : notes,
  });

  const given: AnyOf[] = filter === '' ? [] : [{ keys: [categoryWord(filter)] }];
  const [authors, asked] = await Promise.all([
    Promise.all(query.authors.map((name) => authorOf(reader, name))),
    Promise.all(query.tags.map(async (name) => ({ name, tag: await findTag(reader, name) }))),
  ]);
  given.push(...authors.flat());
  for (const { name, tag } of asked) {
    if (!tag) {
      notes.push(`No blog has the tag “${name}”.`);
      return answer([]);
    }
    tags.push(tag);
    given.push({ keys: [tagWord(tag.tag)] });
  }
  const hasDates = query.before !== undefined || query.after !== undefined;
  const dates = hasDates ? askedDates(query, (await indexed).dates) : undefined;
  if (dates && dates.from >= dates.until) return answer([]);
  const lookingIn = (own: Postings): Looking => ({
    reader,
    freshPostings,
    dates,
    given,
    postings: own,
    newestDocs: createNewestDocs(reader, own, indexed),
  });
  const looking = lookingIn(postings);
  const texts = await findFitting(looking, query);
  if (texts.length > 0) return answer(texts);
  for (const [index, name] of query.authors.entries()) {
    const all = authors[index] ?? [];
    const [known] = await freshPostings().newest({ all, none: [] }, 1);
    if (known === undefined) notes.push(`No author’s name has “${name.join(' ')}” in it.`);
  }
  // A search for unknown words ends at once, so one that ran out of time has none.
  const corrected = postings.isCut ? undefined : await correct(looking, search, query);
  if (corrected === undefined) return answer([]);
  postings = freshPostings();
  const found = await findFitting(lookingIn(postings), parseQuery(corrected));
  return found.length === 0 ? answer([]) : answer(found, corrected);
}

/** The texts that match a search, best first. The cost hardly depends on the number of texts. */
export async function findTexts(storage: Storage, given: Given): Promise<FoundTexts> {
  const query = parseQuery(given.search);
  if (!isAsking(query)) return { texts: [], corrected: undefined, tags: [], notes: query.notes };
  const indexed = readIndexed(storage.reader);
  const [found, named] = await Promise.all([
    findAsked(storage, given, query, indexed),
    // The search may itself be the name of a tag.
    findTag(storage.reader, given.search),
    indexed,
  ]);
  const tags = [...(named ? [named] : []), ...found.tags];
  return { ...found, tags: [...new Map(tags.map((tag) => [tag.tag, tag])).values()] };
}
