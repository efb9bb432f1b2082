import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { ForeignText } from '../foreign.ts';
import type { ImportedAuthor, ImportedState } from '../publish-imported.ts';
import type { Choices } from './choices.ts';
import { readBio, readName } from './ready-comments.ts';

/** The author of unsigned texts: only texts with an author can be handed over. */
const unnamed = 'Unknown Author';

/** The author of a text; null for a published one of a site of this kind that has none there either. */
export function authorOf(
  { authors, own }: Pick<ForeignText, 'authors' | 'own'>,
  state: ImportedState,
  { author }: Choices,
  names: ReadonlyMap<string, string>,
): ImportedAuthor | null {
  const [first] = authors;
  const name = readName(author ?? first?.name ?? '');
  if (name === undefined) {
    return own && state === 'published' ? null : { name: unnamed, photo: null, bio: null };
  }
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
  { authors, own }: Pick<ForeignText, 'authors' | 'own'>,
  { author }: Choices,
  state: ImportedState,
): readonly string[] {
  const isUnnamed = readName(author ?? authors[0]?.name ?? '') === undefined;
  const others = authors.slice(1).flatMap(({ name }) => readName(name) ?? []);
  return [
    ...(isUnnamed && !(own && state === 'published')
      ? [`it names no author: it is among the texts of ${unnamed}`]
      : []),
    ...(others.length > 0 ? [`also by ${others.join(', ')}`] : []),
  ];
}
