import type { ForeignItem } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { type CsvRow, columnsIn, readCsv } from '../files/read-csv.ts';
import { skip } from '../format.ts';
import { emailOf, nameOf } from '../people.ts';
import { plainWords } from '../plain-words.ts';
import { consentThere, isGoneFile } from './consent-there.ts';

const emailColumns = ['email', 'email_address', 'e_mail', 'subscriber_email'] as const;
/** Columns with the time of consent, the most reliable first. */
const consentColumns = [
  'confirm_time',
  'confirmed_at',
  'optin_time',
  'subscribed_at',
  'subscription_date',
  'created_at',
  'start_date',
  'date_added',
];

/** Whether the columns are those of a list of e-mail subscribers. */
function isSubscriberList(head: string): boolean {
  const columns = columnsIn(head);
  return emailColumns.some((name) => columns.includes(name)) && columns.length > 0;
}

function consentOf(row: CsvRow): string {
  if (row('confirm_time', 'confirmed_at'))
    return 'Confirmed by an email of the list that this was exported from.';
  if (row('optin_time')) return 'Opted in to the list that this was exported from.';
  return 'Was on the list that this was exported from.';
}

/** The subscribers in one list. */
export async function* readSubscribers(
  files: ExportFiles,
  name: string,
  head: string,
): AsyncGenerator<ForeignItem> {
  const columns = columnsIn(head);
  let broken = 0;
  for await (const row of readCsv(files, name, head)) {
    const email = emailOf(row(...emailColumns));
    if (!email) {
      broken += 1;
      continue;
    }
    const full = `${row('first_name', 'firstname')} ${row('last_name', 'lastname')}`;
    yield {
      kind: 'subscriber',
      email,
      name: nameOf(plainWords(row('name', 'full_name')), plainWords(full)),
      ...consentThere(row, columns, name),
      consentedAt:
        consentColumns.map((column) => parseDate(row(column))).find((time) => time !== undefined) ??
        null,
      consent: consentOf(row),
    };
  }
  if (broken > 0) yield skip(`${name} (${broken})`, 'these lines hold no address for emails');
}

/** The lists among the files. Those of unsubscribed people come first, as they take precedence over other lists. */
export async function subscriberLists(
  files: ExportFiles,
  heads: (name: string) => Promise<string>,
): Promise<readonly string[]> {
  const lists: string[] = [];
  for (const name of files.names) {
    if (/\.(?:csv|tsv|txt)$/i.test(name) && isSubscriberList(await heads(name))) lists.push(name);
  }
  return lists.toSorted((left, right) => Number(isGoneFile(right)) - Number(isGoneFile(left)));
}
