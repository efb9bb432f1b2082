import { createHash } from 'node:crypto';
import { lengthOf, readText } from '../../../../../platform/text/read-text.ts';
import { Refused } from '../../../../../platform/text/read-value.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { ForeignComment, ForeignPerson } from '../foreign.ts';
import type { ReadyComment, ReadyPerson } from './imported-store.ts';

/** Maximum length of a name on this site. */
const nameMax = 100;
const keyMax = 300;
const nobody = 'Anonymous';
/** Maximum length of a bio on this site. */
const bioMax = 300;

/** The bio to store: shortened if it is too long. */
export function readBio(bio: string | undefined): string | null {
  return (bio && (lengthOf(bio) > bioMax ? shorten(bio, bioMax) : bio)) || null;
}

/** A key that both databases can store and index: long or unusual ones are hashed. */
export function storableKey(key: string): string {
  const isPlain = key.length <= keyMax && /^[\x21-\x7e]+$/.test(key);
  return isPlain ? key : createHash('sha256').update(key).digest('hex');
}

/** A person's display name; undefined if no part of the given name can be shown. */
export function readName(given: string): string | undefined {
  const line = [...given.replace(/\s+/gu, ' ').trim()].slice(0, nameMax).join('');
  const name = readText({ name: 'Name', max: nameMax }, line);
  return name instanceof Refused ? undefined : name;
}

/** The data of a person that an import uses; of a person without an id only the name is stored. */
function personOf({ id, since, name, email, bio, photo }: ForeignPerson): ReadyPerson {
  const known = readName(name) ?? nobody;
  if (id === undefined) return { name: known, email };
  const shown = photo && isPictureUrl(photo) ? photo : null;
  return {
    name: known,
    known: {
      id,
      name: known,
      since,
      email,
      photo: shown,
      bio: readBio(bio),
    },
  };
}

export type ReadComment = (text: string) => { text: string; isCut: boolean } | undefined;

export interface ReadyComments {
  /** Oldest first. */
  readonly comments: readonly ReadyComment[];
  readonly leftOut: number;
  readonly notes: readonly string[];
}

type Known = ReadonlyMap<string, ForeignComment>;

/** The first comment of a thread among the imported ones: `undefined` if it is this comment. */
function rootOf(comment: ForeignComment, known: Known): ForeignComment | undefined {
  const seen = new Set([comment.key]);
  let root: ForeignComment | undefined;
  let parent = comment.parentKey === undefined ? undefined : known.get(comment.parentKey);
  while (parent && !seen.has(parent.key)) {
    seen.add(parent.key);
    root = parent;
    parent = parent.parentKey === undefined ? undefined : known.get(parent.parentKey);
  }
  return root;
}

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

/** The comments that were public in the source system, ready to be stored. */
export function readyComments(
  given: readonly ForeignComment[],
  { read, now }: { readonly read: ReadComment; readonly now: number },
): ReadyComments {
  const approved = given.filter(({ isApproved }) => isApproved);
  const texts = new Map<string, string>();
  const known = new Map<string, ForeignComment>();
  let [cut, empty, early] = [0, 0, 0];
  for (const comment of approved) {
    if (known.has(comment.key)) continue;
    const readable = read(comment.text);
    if (!readable) {
      empty += 1;
      continue;
    }
    if (comment.createdAt < 0) early += 1;
    if (readable.isCut) cut += 1;
    texts.set(comment.key, readable.text);
    known.set(comment.key, comment);
  }
  const timeOf = ({ createdAt }: ForeignComment) =>
    Number.isFinite(createdAt) ? Math.min(Math.max(0, createdAt), now) : now;
  const comments = [...known.values()]
    .map((comment) => {
      const root = rootOf(comment, known);
      // A reply is sorted after the comment that it replies to, even if its clock was wrong.
      const createdAt = Math.max(timeOf(comment), root ? timeOf(root) : 0);
      return {
        key: storableKey(comment.key),
        rootKey: root && storableKey(root.key),
        person: personOf(comment.author),
        answersKey: comment.answersKey && storableKey(comment.answersKey),
        threadKey: comment.parentKey && storableKey(comment.parentKey),
        editedAt: comment.editedAt && Math.min(Math.max(createdAt, comment.editedAt), now),
        text: texts.get(comment.key) ?? '',
        createdAt,
      };
    })
    .toSorted((one, other) => one.createdAt - other.createdAt);
  const unapproved = given.length - approved.length;
  const repeated = approved.length - comments.length - empty;
  const notes = [
    ...(unapproved > 0
      ? [`${count(unapproved, 'comment was', 'comments were')} not approved there and left out`]
      : []),
    ...(empty > 0 ? [`${count(empty, 'comment', 'comments')} without words left out`] : []),
    ...(repeated > 0
      ? [`${count(repeated, 'comment is', 'comments are')} in the export twice and left out`]
      : []),
    ...(early > 0
      ? [`${count(early, 'comment was', 'comments were')} from before 1970 and dated then`]
      : []),
    ...(cut > 0 ? [`${count(cut, 'comment was', 'comments were')} too long and cut`] : []),
  ];
  return { comments, leftOut: given.length - comments.length, notes };
}
