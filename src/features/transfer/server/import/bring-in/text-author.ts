import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { ForeignText } from '../foreign.ts';
import type { ImportedAuthor, ImportedState } from '../publish-imported.ts';
import type { Choices } from './choices.ts';
import { readBio, readName } from './ready-comments.ts';

/** As a text without an author is signed. */
const unnamed = 'Unknown Author';

/** Whose a text becomes; null where nobody is named, and the text is open to everybody. */
export function authorOf(
  { authors }: Pick<ForeignText, 'authors'>,
  state: ImportedState,
  { author }: Choices,
  names: ReadonlyMap<string, string>,
): ImportedAuthor | null {
  const [first] = authors;
  const name = readName(author ?? first?.name ?? '');
  // A draft is handed over with its author's texts: one without an author would be nobody's for good.
  if (name === undefined && state === 'draft') return { name: unnamed, photo: null, bio: null };
  if (name === undefined) return null;
  const photo = first?.photo && (names.get(first.photo) ?? first.photo);
  const isOwn = author === undefined;
  return {
    ...(isOwn && first?.id && { id: first.id, since: first.since }),
    name,
    photo: isOwn && photo && isPictureUrl(photo) ? photo : null,
    bio: isOwn ? readBio(first?.bio) : null,
    email: isOwn ? first?.email : undefined,
  };
}

/** What the report says of who wrote a text. */
export function notesOfAuthors(
  { authors }: Pick<ForeignText, 'authors'>,
  { author }: Choices,
  state: ImportedState,
): readonly string[] {
  const isUnnamed = readName(author ?? authors[0]?.name ?? '') === undefined;
  const others = authors.slice(1).flatMap(({ name }) => readName(name) ?? []);
  return [
    ...(isUnnamed && state === 'draft'
      ? [`it names no author: it is among the texts of ${unnamed}`]
      : []),
    ...(others.length > 0 ? [`also by ${others.join(', ')}`] : []),
  ];
}
