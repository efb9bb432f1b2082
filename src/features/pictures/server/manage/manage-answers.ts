import { blogsNaming, picturesOfBlog } from '../../../../blog/server/picture-uses.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { isId } from '../../../../platform/text/id.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { ownPictureAddress, ownPictureFolder } from '../../../../platform/text/own-picture.ts';
import type { Reader } from '../../../../storage/storage.ts';
import {
  clearProfile,
  findPictures,
  type ManagedPicture,
  type ManagedProfile,
  pictureNotFound,
  picturesShown,
  putProfileBack,
  takeDownPicture,
  textsShown,
} from '../../contract/manage.ts';
import { digestOf, newestOf } from '../picture-store.ts';
import type { PictureVisibility } from '../picture-visibility.ts';
import { pictureFileOf } from '../serve-pictures.ts';
import { clearField, findCleared, findProfile, putFieldBack } from './cleared-profiles.ts';
import { type ManageParts, takeDown } from './taken-down.ts';

interface Parts extends ManageParts {
  readonly visibility: Pick<PictureVisibility, 'isPublic'>;
}

interface Found {
  readonly names: readonly string[];
  readonly personId?: string | null;
}

/** The path of an absolute or relative address of this site. */
function pathOf(address: string): string {
  const text = address.trim();
  return URL.canParse(text, 'http://site') ? new URL(text, 'http://site').pathname : '';
}

/** Finds the pictures at an address: of a picture in any size, of a blog, or of a person. */
async function find(db: Reader, address: string): Promise<Found> {
  const path = pathOf(address);
  if (path.startsWith(ownPictureFolder)) {
    const file = pictureFileOf(path);
    return { names: file ? [file.name] : [] };
  }
  const id = path.split('/').find(isId) ?? '';
  const blog = id === '' ? undefined : await picturesOfBlog(db, id, picturesShown);
  if (blog) return { names: blog.names, personId: blog.authorId };
  return { names: id === '' ? [] : await newestOf(db, id, picturesShown), personId: id };
}

async function presentPicture(
  db: Reader,
  name: string,
  visibility: Parts['visibility'],
): Promise<ManagedPicture | undefined> {
  const owners = await db
    .selectFrom('pictures')
    .leftJoin('people', 'people.id', 'pictures.owner_id')
    .select(['people.id', 'people.name'])
    .where('pictures.name', '=', name)
    .execute();
  const taken = await db
    .selectFrom('taken_down_pictures')
    .selectAll()
    .where('digest', '=', digestOf(name))
    .executeTakeFirst();
  if (owners.length === 0 && !taken) return undefined;
  const blogs = await blogsNaming(db, name, textsShown);
  return {
    name,
    address: ownPictureAddress({ name }),
    isPublic: await visibility.isPublic(name),
    takenDown: taken ? { reason: taken.reason, at: isoOf(taken.taken_at) } : null,
    owners: owners.flatMap((row) => (row.id && row.name ? [{ id: row.id, name: row.name }] : [])),
    blogs: blogs.map(({ id, title, isVisible }) => ({ id, title, isVisible })),
  };
}

async function presentProfile(
  db: Reader,
  personId: string,
  now: number,
): Promise<ManagedProfile | null> {
  const row = await findProfile(db, personId);
  if (!row) return null;
  const cleared = await findCleared(db, personId, now);
  const clearedOf = (field: string) => {
    const kept = cleared.find((one) => one.field === field);
    return kept ? { reason: kept.reason, at: isoOf(kept.cleared_at) } : null;
  };
  return {
    id: row.id,
    name: row.name,
    bio: row.bio ?? '',
    photo: row.photo_url ?? '',
    cleared: { bio: clearedOf('bio'), photo: clearedOf('photo') },
  };
}

/** Endpoints by which staff view and moderate pictures and profiles. */
export function manageAnswers(parts: Parts): readonly Answer[] {
  const { storage, visibility, now } = parts;
  return [
    answer(findPictures, async ({ query: { address } }) => {
      const db = storage.writer;
      const { names, personId } = await find(db, address);
      const pictures: ManagedPicture[] = [];
      for (const name of names) {
        const picture = await presentPicture(db, name, visibility);
        if (picture) pictures.push(picture);
      }
      return { pictures, profile: personId ? await presentProfile(db, personId, now()) : null };
    }),

    answer(takeDownPicture, async ({ body: { address, reason } }, { person }) => {
      const file = pictureFileOf(pathOf(address));
      if (!file) throw pictureNotFound();
      await takeDown(parts, person, { name: file.name, reason });
    }),

    answer(clearProfile, async ({ params: { id }, body: { field, reason } }, { person }) => {
      await clearField(parts, { by: person, personId: id, field }, reason);
    }),

    answer(putProfileBack, async ({ params: { id }, body: { field } }, { person }) => {
      await putFieldBack(parts, { by: person, personId: id, field });
    }),
  ];
}
