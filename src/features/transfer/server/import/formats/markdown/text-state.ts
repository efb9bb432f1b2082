import type { ForeignText } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import { type FrontMatter, fieldKey, textField } from '../../read-front-matter.ts';
import { fieldsOf } from '../ghost/ghost-cards.ts';

/** Who could see a text on its site, and notes on what says so. */
export type TextState = Pick<ForeignText, 'state' | 'audience' | 'notes'>;

/** What YAML 1.1, Hugo and people write for true and false, also in quotes. */
const yes = /^(?:true|yes|on|y|t|1)$/i;
const no = /^(?:false|no|off|n|f|0|)$/i;
/** States that themes and editors write into `status`. */
const hiddenStates =
  /^(?:draft|private|hidden|unlisted|unpublished|pending|scheduled|future|trash)$/i;
const openly = /^(?:public|published|visible|listed|everyone|everybody|all)$/i;

/** A field's value as text; undefined if it is missing or says nothing. */
function wordOf(fields: FrontMatter, name: string): string | undefined {
  const value = fields.get(name);
  return value === undefined || value === null ? undefined : String(value).trim();
}

/** Whether one of the fields is anything but false: what isn't understood hides a text. */
function isSet(fields: FrontMatter, ...names: readonly string[]): boolean {
  return names.some((name) => !no.test(wordOf(fields, name) ?? ''));
}

/** Whether a field that is true in public texts is anything else; `published` may also be a date. */
function isDenied(fields: FrontMatter, ...names: readonly string[]): boolean {
  return names.some((name) => {
    const value = wordOf(fields, name);
    return value !== undefined && !yes.test(value) && parseDate(value) === undefined;
  });
}

/** Whether front matter marks a text as a draft. */
export function isDraft(fields: FrontMatter): boolean {
  return (
    isSet(fields, 'draft', 'isdraft', 'unpublished') ||
    isDenied(fields, 'published', 'ispublished', 'publish') ||
    hiddenStates.test(wordOf(fields, 'status') ?? '')
  );
}

/** Whether a text is to be published later; a date that can't be read may be a later one. */
function isScheduled(fields: FrontMatter, now: number): boolean {
  const isLater = (name: string, unread: number) => {
    const given = textField(fields, name);
    return given !== undefined && (parseDate(given) ?? unread) > now;
  };
  const isAwaited = ['publishdate', 'pubdate'].some((name) => isLater(name, Infinity));
  // One that can't be read is reported as the text's missing date.
  return isAwaited || isLater('date', 0) || isLater('published', 0);
}

function isExpired(fields: FrontMatter, now: number): boolean {
  return ['expirydate', 'unpublishdate'].some((name) => {
    const given = textField(fields, name);
    return given !== undefined && (parseDate(given) ?? 0) <= now;
  });
}

/** What Hugo didn't render or list, and what themes hid: few knew its address, or nobody could see it. */
function* hidings(fields: FrontMatter): Generator<string> {
  const given = Object.entries(fieldsOf(fields.get('build')));
  const build: FrontMatter = new Map(given.map(([name, value]) => [fieldKey(name), value]));
  const isRendered = /^(?:always|true|)$/i.test(wordOf(build, 'render') ?? '');
  if (!isRendered || isSet(fields, 'headless')) yield 'it had no page there';
  const isListed = /^(?:always|local|true|)$/i.test(wordOf(build, 'list') ?? '');
  const visibility = wordOf(fields, 'visibility') ?? '';
  const isOpen = visibility === '' || openly.test(visibility) || yes.test(visibility);
  const isPrivate = isSet(fields, 'private', 'isprivate', 'hidden', 'unlisted');
  if (!isListed || !isOpen || isPrivate || isDenied(fields, 'public', 'listed'))
    yield 'it was hidden there';
}

interface Surroundings {
  /** The front matter of the sections around a text, which Hugo leaves out whole. */
  readonly sections?: readonly FrontMatter[];
  readonly isInDrafts?: boolean;
  /** Whether the generator ignores the file. */
  readonly isLeftOut?: boolean;
  readonly now?: number;
}

/** The state of a text by its front matter and what surrounds it. */
export function stateOf(
  fields: FrontMatter,
  { sections = [], isInDrafts = false, isLeftOut = false, now = Date.now() }: Surroundings = {},
): TextState {
  const audience = textField(fields, 'password') === undefined ? 'everybody' : 'password';
  const all = [fields, ...sections];
  const notes = [
    ...(all.some((one) => isExpired(one, now)) ? ['it had expired there'] : []),
    ...hidings(fields),
    ...(isLeftOut && !isInDrafts ? ['it had no page there, as its name has no date'] : []),
  ];
  const state =
    isInDrafts || all.some(isDraft)
      ? 'draft'
      : all.some((one) => isScheduled(one, now))
        ? 'scheduled'
        : notes.length > 0
          ? 'private'
          : 'published';
  return { state, audience, notes };
}
