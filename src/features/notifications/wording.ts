import type { Notification } from './contract.ts';
import { countedMax, type Outcome } from './kinds.ts';

type NotificationFacts = Pick<
  Notification,
  'kind' | 'count' | 'isMore' | 'title' | 'names' | 'decision'
>;

const outcomeWords: Readonly<Record<Outcome, readonly [one: string, many: string]>> = {
  approved: ['was approved', 'were approved'],
  restored: ['is visible again', 'are visible again'],
  'put-back-to-wait': ['waits for review again', 'wait for review again'],
  hidden: ['was hidden by the editors', 'were hidden by the editors'],
  declined: ['was not approved', 'were not approved'],
  removed: ['was removed by the editors', 'were removed by the editors'],
  'handed-over': ['is yours now', 'are yours now'],
  edited: ['was changed by the editors', 'were changed by the editors'],
  'taken-back': ['was made a draft again by the editors', 'were made drafts again by the editors'],
  scheduled: ['was scheduled by the editors', 'were scheduled by the editors'],
};

const quoted = (title: string) => `“${title}”`;

/** Such as `Ada`, `Ada and Ben`, or a general phrase for more. */
function authorsOf(names: readonly string[]): string {
  const [first = '', second] = names;
  if (names.length > 2) return 'authors you follow';
  return second === undefined ? first : `${first} and ${second}`;
}

/** The sentence of a notification, without its full stop; used on the site and in e-mails. */
export function wordsOf({
  kind,
  count,
  isMore,
  title,
  names,
  decision,
}: NotificationFacts): string {
  const isOne = count === 1 && !isMore;
  const number = isMore ? `More than ${countedMax}` : String(count);
  const [name = ''] = names;
  const on = title === null ? '' : ` on ${quoted(title)}`;
  if (decision) {
    const { text, outcome } = decision;
    const [one, many] = outcomeWords[outcome];
    if (!isOne) return `${number} of your ${text}s ${many}`;
    if (text === 'comment') return `Your comment${on} ${one}`;
    return title === null ? `A blog of yours ${one}` : `Your blog ${quoted(title)} ${one}`;
  }
  if (kind === 'reply')
    return isOne ? `${name} replied to you${on}` : `${number} replies to you${on}`;
  if (kind === 'blog') {
    if (isOne && title !== null) return `${name} published ${quoted(title)}`;
    return `${number} new blogs by ${authorsOf(names)}`;
  }
  return isOne ? `${name} commented${on}` : `${number} comments${on}`;
}
