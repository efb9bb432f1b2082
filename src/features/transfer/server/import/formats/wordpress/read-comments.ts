import type { ForeignComment } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import { childrenOf, words, type XmlElement } from '../files/read-xml.ts';
import { emailOf, nameOf } from '../people.ts';
import { plainWords } from '../plain-words.ts';
import type { TextReader } from '../text/text-reader.ts';

/** Maximum number of comments of a text; the latest ones beyond are left out. */
const commentsMax = 10_000;

export interface ReadComments {
  readonly comments: readonly ForeignComment[];
  readonly leftOut: number;
  readonly notes: readonly string[];
}

function count(notes: string[], amount: number, one: string, many: string): void {
  if (amount > 0) notes.push(amount === 1 ? `1 ${one}` : `${amount} ${many}`);
}

/** The comments of a text, oldest first; pingbacks and spam are counted, but not imported. */
export async function readComments(
  item: XmlElement,
  reader: TextReader,
  ifUndated: number,
): Promise<ReadComments> {
  const notes: string[] = [];
  const all = childrenOf(item, 'wp:comment');
  const isPing = (one: XmlElement) =>
    /^(?:pingback|trackback)$/.test(words(one, 'wp:comment_type'));
  const isRemoved = (one: XmlElement) =>
    /^(?:spam|trash|post-trashed)$/.test(words(one, 'wp:comment_approved'));
  count(
    notes,
    all.filter(isPing).length,
    'pingback or trackback was left out',
    'pingbacks and trackbacks were left out',
  );
  const written = all.filter((one) => !isPing(one));
  count(
    notes,
    written.filter(isRemoved).length,
    'comment that was spam or in the trash was left out',
    'comments that were spam or in the trash were left out',
  );
  const dated = written
    .filter((one) => !isRemoved(one))
    .map((element) => ({ element, createdAt: dateOf(element) ?? ifUndated }))
    .toSorted((left, right) => left.createdAt - right.createdAt);
  const kept = dated.slice(0, commentsMax);
  count(
    notes,
    dated.length - kept.length,
    'comment was left out: a text has so many at most',
    'comments were left out: a text has so many at most',
  );
  const parents = new Map(
    all.map((one) => [words(one, 'wp:comment_id'), words(one, 'wp:comment_parent')]),
  );
  const texts = await reader.readAll(
    kept.map(({ element }) => ({
      format: 'wordpress',
      isComment: true,
      text: words(element, 'wp:comment_content'),
    })),
  );
  const ids = new Set(
    kept.flatMap(({ element }, index) =>
      texts[index]?.markdown ? [words(element, 'wp:comment_id')] : [],
    ),
  );
  const wordless = texts.filter((text) => !text?.markdown).length;
  count(
    notes,
    wordless,
    'comment was left out: it holds no words that can be read',
    'comments were left out: they hold no words that can be read',
  );

  /** The nearest ancestor that is imported. */
  function parentOf(id: string): string | undefined {
    const seen = new Set([id]);
    for (
      let next = parents.get(id);
      next && next !== '0' && !seen.has(next);
      next = parents.get(next)
    ) {
      if (ids.has(next)) return next;
      seen.add(next);
    }
    return undefined;
  }

  const comments = kept.flatMap(({ element, createdAt }, index): ForeignComment[] => {
    const text = texts[index]?.markdown;
    if (!text) return [];
    const key = words(element, 'wp:comment_id');
    const parentKey = parentOf(key);
    // Anybody can type an author's address: it says who wrote a comment only where they were signed in.
    const isSignedIn = Number(words(element, 'wp:comment_user_id')) > 0;
    const email = isSignedIn ? emailOf(words(element, 'wp:comment_author_email')) : undefined;
    const name = nameOf(plainWords(words(element, 'wp:comment_author'))) || 'Anonymous';
    return [
      {
        key,
        ...(parentKey !== undefined && { parentKey }),
        author: { name, ...(email && { email }) },
        text,
        createdAt,
        isApproved: words(element, 'wp:comment_approved') === '1',
      },
    ];
  });
  return { comments, leftOut: all.length - comments.length, notes };
}

function dateOf(comment: XmlElement): number | undefined {
  return (
    parseDate(words(comment, 'wp:comment_date_gmt')) ?? parseDate(words(comment, 'wp:comment_date'))
  );
}
