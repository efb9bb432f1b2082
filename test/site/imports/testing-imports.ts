import { importPorts } from '../../../src/app/site-parts.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { openPictureFolder } from '../../../src/features/pictures/server/picture-folder.ts';
import { createPictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import { createPictureTaker } from '../../../src/features/pictures/server/take-picture.ts';
import {
  pictureRoot,
  plainPicture,
} from '../../../src/features/pictures/server/testing-pictures.ts';
import type {
  ForeignComment,
  ForeignExport,
  ForeignItem,
  ForeignSubscriber,
  ForeignText,
} from '../../../src/features/transfer/server/import/foreign.ts';
import {
  type ImportItemsOptions,
  type ImportPorts,
  importItems,
} from '../../../src/features/transfer/server/import/items/import-items.ts';
import type { ItemResult } from '../../../src/features/transfer/server/import/items/outcome.ts';
import type { Storage } from '../../../src/storage/storage.ts';

export const published = Date.UTC(2019, 4, 6, 7);

export function foreignText(key: string, given: Partial<ForeignText> = {}): ForeignText {
  return {
    kind: 'text',
    key: `old.example/${key}`,
    name: key,
    title: `About ${key}`,
    markdown: `Some words about ${key}, which are worth reading.`,
    summary: '',
    cover: null,
    createdAt: published,
    updatedAt: null,
    authors: [{ name: 'Mara Lind', email: 'mara@old.example' }],
    categories: [],
    tags: [],
    state: 'published',
    audience: 'everybody',
    addresses: [`/${key}/`],
    comments: [],
    notes: [],
    ...given,
  };
}

export function foreignComment(key: string, given: Partial<ForeignComment> = {}): ForeignComment {
  return {
    key,
    author: { name: 'Jo', email: 'jo@old.example' },
    text: `Comment ${key}.`,
    createdAt: published + 1_000,
    isApproved: true,
    ...given,
  };
}

export function foreignSubscriber(
  email: string,
  given: Partial<ForeignSubscriber> = {},
): ForeignSubscriber {
  return {
    kind: 'subscriber',
    email,
    name: '',
    isSubscribed: true,
    consentedAt: published,
    consent: 'Box on the old site',
    ...given,
  };
}

/** An export with these items and files. */
export function exportOf(
  items: readonly ForeignItem[],
  files: Readonly<Record<string, Uint8Array>> = {},
): ForeignExport {
  return {
    system: 'Old System',
    async *items() {
      yield* items;
    },
    async readFile(name, bytesMax) {
      const file = files[name];
      return file && file.byteLength <= bytesMax ? file : undefined;
    },
    async close() {},
  };
}

/** Shared by all tests of a process; it ends with the process. */
const maker = createPictureMaker();

/** Imports an export as the command does, and returns the result of each item. */
export async function run(
  storage: Storage,
  foreign: ForeignExport,
  options: Partial<ImportItemsOptions> & Partial<ImportPorts> = {},
) {
  const results: ItemResult[] = [];
  const takePicture = createPictureTaker({
    storage,
    folder: openPictureFolder(pictureRoot()),
    maker,
  });
  const ports = { ...importPorts, takePicture, ...options };
  const done = await importItems(storage, foreign, ports, {
    choices: {},
    isDryRun: false,
    ...options,
    onResult: (result) => void results.push(result),
  });
  const lines = results.map(({ name, outcome, reason }) =>
    [name, outcome, ...(reason ? [reason] : [])].join(' | '),
  );
  return { ...done, results, lines };
}

export function blogsIn(storage: Storage) {
  return allTexts(storage.reader).selectFrom('blogs').selectAll().orderBy('title').execute();
}

export function commentsIn(storage: Storage) {
  return allTexts(storage.reader)
    .selectFrom('comments')
    .innerJoin('people', 'people.id', 'comments.person_id')
    .selectAll('comments')
    .select('people.name')
    .orderBy('comments.id')
    .execute();
}

/** Number of rows of every table that an import writes to. */
export async function rowsIn(storage: Storage): Promise<readonly number[]> {
  const tables = [
    'people',
    'pictures',
    'subscribers',
    'newsletter_consents',
    'imported_texts',
    'imported_comments',
    'notifications',
    'new_blogs',
    'outbox',
    'comment_letters',
    'untold_comments',
  ] as const;
  const counts: number[] = [(await blogsIn(storage)).length, (await commentsIn(storage)).length];
  for (const table of tables) {
    counts.push((await storage.reader.selectFrom(table).selectAll().execute()).length);
  }
  return counts;
}

export { plainPicture };
