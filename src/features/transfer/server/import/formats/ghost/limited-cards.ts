import { type LimitedReaders, narrowest } from '../audiences.ts';
import { type Fields, fieldsOf, textOf } from './ghost-cards.ts';

/** A note for the report on cards that only emails showed. */
export const notShown = 'What only emails showed, and no page there, was left out.';

type CardReaders = LimitedReaders | 'everybody' | 'nobody';

/** The readers of a page who saw a card, by its segment of members: free ones, paying ones, or none of them. */
function readersOfSegment(segment: string): CardReaders {
  if (segment.trim() === '') return 'nobody';
  return /(?:^|[,+(])\s*status:free\b/.test(segment) ? 'signed-in' : 'paying';
}

/** The readers of a page who saw a card. */
export function readersOfCard({ visibility }: Fields): CardReaders {
  const { web, showOnWeb, emailOnly } = fieldsOf(visibility);
  // Before Ghost 5.105 a card was on the page or not, for all of its readers.
  if (showOnWeb === false || emailOnly === true) return 'nobody';
  const { nonMember, memberSegment } = fieldsOf(web);
  return nonMember === false ? readersOfSegment(textOf(memberSegment)) : 'everybody';
}

const begin = /<!--\s*kg-gated-block:begin\b([^<>]{0,1000})-->/g;
const end = /<!--\s*kg-gated-block:end\s*-->/g;

export interface OpenHtml {
  readonly html: string;
  readonly readers: LimitedReaders | undefined;
  readonly notes: readonly string[];
}

/**
 * A page's HTML without the cards that it showed nobody, and the readers of all the others. Ghost's mark of a paywall,
 * `<!--members-only-->`, counts in posts for members only, and in open ones it hides nothing.
 */
export function readGatedHtml(given: string): OpenHtml {
  const found: LimitedReaders[] = [];
  let html = '';
  let from = 0;
  for (const mark of given.matchAll(begin)) {
    if (mark.index < from) continue;
    const isLimited = /\bnonMember:\s*false\b/.test(mark[1] ?? '');
    const segment = /\bmemberSegment:\s*"([^"]*)"/.exec(mark[1] ?? '')?.[1] ?? '';
    const readers = isLimited ? readersOfSegment(segment) : 'everybody';
    if (readers === 'nobody') {
      html += given.slice(from, mark.index);
      end.lastIndex = mark.index;
      from = end.exec(given) ? end.lastIndex : given.length;
    } else if (readers !== 'everybody') found.push(readers);
  }
  const [first, ...more] = found;
  return {
    html: html + given.slice(from),
    readers: first && narrowest(first, ...more),
    notes: from > 0 ? [notShown] : [],
  };
}
