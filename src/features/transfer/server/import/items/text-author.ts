import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { ForeignText } from '../foreign.ts';
import type { ImportedAuthor, ImportedState } from '../publish-imported.ts';
import type { Choices } from './choices.ts';
import { readBio, readName } from './ready-comments.ts';

/** Name for the author of an unsigned draft. */
const unnamed = 'Unknown Author';

/** The author of a text; null if a public text names none. */
export function authorOf(
  { authors }: Pick<ForeignText, 'authors'>,
  state: ImportedState,
  { author }: Choices,
  names: ReadonlyMap<string, string>,
): ImportedAuthor | null {
  const [first] = authors;
  const name = readName(author ?? first?.name ?? '');
  // Drafts are handed over with their author's texts, so each needs an author.
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

/** Notes for the report on a text's authors. */
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
