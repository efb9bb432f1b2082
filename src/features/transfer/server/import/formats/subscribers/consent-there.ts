import { shorten } from '../../../../../../platform/text/shorten.ts';
import { parseDate } from '../../parse-date.ts';
import type { CsvRow } from '../files/read-csv.ts';

/** Whether somebody had agreed to emails in another system, and if not, why, for the report. */
export interface ConsentThere {
  readonly isSubscribed: boolean;
  /** Undefined if they had unsubscribed. */
  readonly whyNot?: string | undefined;
}

/** Columns with the state of a subscription. */
const statusColumns = [
  'status',
  'subscription_status',
  'subscriber_status',
  'subscriber_type',
  'email_status',
  'email_marketing_status',
  'email_marketing_consent',
  'marketing_status',
];
/** Columns that hold the state of a subscription in some lists, and in others a place or a kind of customer. */
const looseColumns = ['state', 'type'];
/** Columns of postal addresses, whose `state` is a place. */
const placeColumns = ['city', 'country', 'zip', 'zip_code', 'postal_code', 'address', 'region'];
/** Columns that say yes to emails, or when it was said. */
const yesColumns = [
  'subscribed_to_emails',
  'subscribed',
  'is_subscribed',
  'active',
  'confirmed',
  'opted_in',
  'opt_in',
  'accepts_email_marketing',
  'accepts_marketing',
];
/** Columns that say no to emails, or when it was said. */
const noColumns = [
  'unsub_time',
  'unsubscribed_at',
  'unsubscribed_date',
  'unsubscribe_date',
  'date_unsubscribed',
  'unsubscribed',
  'is_unsubscribed',
  'opted_out',
  'opt_out',
  'optout_time',
  'email_disabled',
  'clean_time',
  'cleaned',
  'bounced',
  'bounced_at',
  'complained',
  'complained_at',
  'deleted_at',
  'suppressed',
  'blacklisted',
  'blocklisted',
  'email_blacklisted',
  'email_blocklisted',
];

/**
 * The states of those who get emails: at Mailchimp, Jetpack and MailPoet `subscribed`; at Beehiiv, MailerLite and Kit
 * `active`; at Kit `confirmed`; at Substack and Buttondown the kinds of subscriptions; in the Newsletter plug-in `C`.
 */
const agreed = new Set(
  `subscribed|subscriber|active|active subscriber|confirmed|enabled|opted in|opt in|optin|single opt in|double opt in|
  double optin|free|paid|comp|comped|complimentary|gift|gifted|founding|lifetime|premium|regular|trial|trialing|trialed|
  c|true|yes|y|on|1`.split(/\|\s*/),
);
const no = /^(?:false|no|n|off|none|null|-|[0\s:.tz-]*)$/i;

/** Why somebody gets no emails, by words of a state, a column or a file; the first that fits counts. */
const reasons: readonly (readonly [RegExp, string | undefined])[] = [
  [/\b(?:not?|never|non) ?(?:subscri|opt)/, 'the address was not subscribed there'],
  [/unsub|\bopt(?:ed)? ?out|cancel|declin|^u$/, undefined],
  [
    /clean|bounc|undeliver|invalid|^b$/,
    'emails did not reach the address there, so that it gets nothing here',
  ],
  [/complain|spam|junk|abuse/, 'emails were reported as spam there, so that it gets nothing here'],
  [
    /pending|unconfirm|not confirm|unactivat|unverif|validating|^s$/,
    'the address had not been confirmed there',
  ],
  [/bl[ao]cklist|block|suppress/, 'the address was blocked there, so that it gets nothing here'],
  [/email disabled/, 'emails to the address were turned off there'],
  [/delet|remov|archiv/, 'the address was removed there, so that it gets nothing here'],
];

const plain = (given: string) =>
  given
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The first reason that fits the words. */
const reasonFor = (words: string) => reasons.find(([pattern]) => pattern.test(words));

/** Files of those who get no emails, such as Mailchimp's lists beside that of the subscribed. */
export function isGoneFile(name: string): boolean {
  return /unsub|non[-_ ]?subscri|not[-_ ]subscri|opt(?:ed)?[-_ ]?out|cleaned|bounced|suppress|complain|transactional|bl[ao]cklist|unconfirmed/i.test(
    name,
  );
}

/**
 * The consent that a state stands for: only known ones do. The report names no addresses, also not those of a row whose
 * columns are shifted.
 */
export function consentByStatus(status: string): ConsentThere {
  const words = plain(status);
  if (agreed.has(words)) return { isSubscribed: true };
  const known = reasonFor(words);
  if (known) return { isSubscribed: false, whyNot: known[1] };
  if (words === '' || status.includes('@')) {
    return { isSubscribed: false, whyNot: 'the list does not say that it was subscribed' };
  }
  const shown = JSON.stringify(shorten(status, 40));
  return { isSubscribed: false, whyNot: `its status ${shown} there is not known as consent` };
}

/** The consent in a row of a list with these columns. Any sign to the contrary counts. */
export function consentThere(
  row: CsvRow,
  columns: readonly string[],
  fileName: string,
): ConsentThere {
  const signs: ConsentThere[] = [];
  if (isGoneFile(fileName)) signs.push(consentByStatus(fileName));
  for (const column of noColumns) {
    const value = row(column);
    if (!no.test(value)) signs.push(consentByStatus(column));
  }
  const isPlace = columns.some((column) => placeColumns.includes(column));
  const firm = isPlace ? statusColumns : [...statusColumns, 'state'];
  let isSilent = false;
  for (const column of firm.filter((one) => columns.includes(one))) {
    const value = row(column);
    if (value) signs.push(consentByStatus(value));
    else isSilent = true;
  }
  for (const column of looseColumns) {
    const words = plain(row(column));
    if (reasonFor(words)) signs.push(consentByStatus(words));
  }
  for (const column of yesColumns.filter((one) => columns.includes(one))) {
    const value = row(column);
    if (!value) isSilent = true;
    else if (no.test(value)) signs.push({ isSubscribed: false });
    else if (parseDate(value) !== undefined) signs.push({ isSubscribed: true });
    else signs.push(consentByStatus(value));
  }
  const contrary = signs.find(({ isSubscribed }) => !isSubscribed);
  if (contrary) return contrary;
  return signs.length === 0 && isSilent ? consentByStatus('') : { isSubscribed: true };
}
