import { takeLease } from '../../../../../storage/background/lease.ts';
import type { Storage } from '../../../../../storage/storage.ts';
import {
  type ImportPreview,
  type ImportStage,
  mappedMax,
  reportLinesMax,
  type SiteAudience,
} from '../../../import-contract.ts';
import type { ImportsTable } from '../../tables.ts';
import type { ForeignExport, ForeignItem, OpenForeignExport } from '../foreign.ts';
import { ImportRefused } from '../import-refused.ts';
import { createCategoryList } from '../items/category-table.ts';
import { type Choices, foldedName, restrictionOf } from '../items/choices.ts';
import { type ImportPorts, importItems } from '../items/import-items.ts';
import { countIn, type ImportCounts, type ItemResult, noCounts } from '../items/outcome.ts';
import type { ImportFolder } from './import-folder.ts';
import {
  changeImport,
  choicesSchema,
  clearLines,
  importsLock,
  isInStage,
  noteProgress,
} from './import-rows.ts';

export interface RunParts {
  readonly storage: Storage;
  readonly folder: ImportFolder;
  readonly ports: Omit<ImportPorts, 'fetchPublic'>;
  readonly fetchPublic: NonNullable<ImportPorts['fetchPublic']>;
  readonly open: OpenForeignExport;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Items between two saves of the progress, each of which checks whether the import was ended. */
const itemsAtOnce = 25;
const authorsShown = 100;

const unknownFile =
  'This file is no export of a system that is known here. docs/moving.md says which are, and how to get one.';
const elsewhere =
  'The file is not on this machine. Machines that share a database have to share the folder of imports (docs/running.md).';

/** Collects the data for the owner's choices. */
function createLook(here: SiteAudience) {
  const list = createCategoryList();
  const restricted = { 'signed-in': 0, invited: 0, paying: 0, password: 0, unmarked: 0 };
  const authors = new Set<string>();
  return {
    add(item: ForeignItem): void {
      list.add(item);
      if (item.kind !== 'text') return;
      const kind = item.state === 'published' ? restrictionOf(item, here) : undefined;
      if (kind) restricted[kind] += 1;
      const name = item.authors[0]?.name.trim();
      if (name && authors.size < authorsShown) authors.add([...name].slice(0, 100).join(''));
    },
    preview: (counts: ImportCounts): ImportPreview => ({
      counts,
      categories: list
        .all()
        .slice(0, mappedMax)
        .map(({ name, ...one }) => ({ name: [...name].slice(0, 200).join(''), ...one })),
      restricted,
      authors: [...authors],
    }),
  };
}

function choicesOf(row: ImportsTable): { choices: Choices; fetches: boolean } {
  const read = choicesSchema.parse(JSON.parse(row.options));
  const categories = new Map(read.categories.map((one) => [foldedName(one.name), one.becomes]));
  return {
    choices: { categories, opened: new Set(read.opened) },
    fetches: read.fetchesPictures,
  };
}

/** Saves the progress, and aborts the work if an owner ended the import. */
function createProgress(parts: RunParts, row: ImportsTable, stage: ImportStage) {
  const { storage, now } = parts;
  const stopping = new AbortController();
  const counts: ImportCounts = { ...noCounts(), ...JSON.parse(row.counts) };
  const isRunning = stage === 'running';
  let place = 0;
  let waiting: { place: number; result: ItemResult }[] = [];

  async function save(): Promise<void> {
    const results = waiting;
    waiting = [];
    await storage.write(
      (write) => noteProgress(write, row.id, { results, done: place, counts }, now()),
      { lockKeys: [`import:${row.id}`] },
    );
    if (!(await isInStage(storage.writer, row.id, stage))) stopping.abort();
  }

  return {
    signal: stopping.signal,
    counts,
    save,
    async add(result: ItemResult): Promise<void> {
      place += 1;
      // Already recorded before a restart.
      if (isRunning && place <= row.done) return;
      countIn(counts, result);
      const isWorthALine = result.kind !== 'subscriber' || result.outcome !== 'imported';
      if (isWorthALine && place <= reportLinesMax) waiting.push({ place: place - 1, result });
      else if (isWorthALine) counts.unlisted += 1;
      // Each text is saved at once: otherwise it would be reported as already present after a restart.
      const isDue = place % itemsAtOnce === 0 || (isRunning && result.kind === 'text');
      if (isDue) await save();
    },
  };
}

async function finish(
  { storage, now }: RunParts,
  row: ImportsTable,
  from: ImportStage,
  to: ImportStage,
  changes: Parameters<typeof changeImport>[4],
): Promise<void> {
  await storage.write(
    async (write) => {
      // An owner may have just ended it.
      if (!(await isInStage(write.db, row.id, from))) return;
      await changeImport(write, row.id, [from], to, changes, now());
    },
    { lockKeys: [importsLock] },
  );
}

async function look(
  parts: RunParts,
  row: ImportsTable,
  foreign: ForeignExport,
  signal: AbortSignal,
) {
  const progress = createProgress(parts, { ...row, counts: '{}', done: 0 }, 'looking');
  // A process that was interrupted may have begun.
  await parts.storage.write((write) => clearLines(write, row.id), { lockKeys: [importsLock] });
  const found = createLook((await parts.ports.siteAudience?.()) ?? 'everybody');
  const { stopped } = await importItems(parts.storage, foreign, parts.ports, {
    choices: {},
    isDryRun: true,
    signal: AbortSignal.any([signal, progress.signal]),
    onResult: progress.add,
    onItem: found.add,
  });
  if (signal.aborted) return;
  await progress.save();
  const preview = JSON.stringify(found.preview(progress.counts));
  const changes = { preview, system: foreign.system, done: 0, counts: '{}', reason: stopped ?? '' };
  await finish(parts, row, 'looking', 'ready', changes);
}

async function bring(
  parts: RunParts,
  row: ImportsTable,
  foreign: ForeignExport,
  signal: AbortSignal,
) {
  const { choices, fetches } = choicesOf(row);
  const progress = createProgress(parts, row, 'running');
  const ports = { ...parts.ports, fetchPublic: fetches ? parts.fetchPublic : undefined };
  const { stopped } = await importItems(parts.storage, foreign, ports, {
    choices,
    isDryRun: false,
    signal: AbortSignal.any([signal, progress.signal]),
    onResult: progress.add,
  });
  await progress.save();
  // The process is shutting down: another one will continue.
  if (signal.aborted) return;
  const to = stopped === undefined ? 'done' : 'failed';
  await finish(parts, row, 'running', to, { reason: stopped ?? '' });
}

async function work(parts: RunParts, row: ImportsTable, signal: AbortSignal): Promise<void> {
  const { folder, open } = parts;
  const file = folder.fileOf(row.id, row.file_name);
  if (!(await folder.isWhole(file, row.bytes))) throw new ImportRefused(elsewhere);
  const foreign = await open(file, { name: row.file_name });
  if (!foreign) throw new ImportRefused(unknownFile);
  try {
    await (row.stage === 'looking' ? look : bring)(parts, row, foreign, signal);
  } finally {
    await foreign.close();
  }
}

/** Scans uploaded files and runs confirmed imports; one process at a time, resuming interrupted ones. */
export async function runImports(parts: RunParts, signal: AbortSignal): Promise<void> {
  const { storage, now, onError } = parts;
  const find = () =>
    storage.writer
      .selectFrom('imports')
      .selectAll()
      .where('stage', 'in', ['looking', 'running'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  if (!(await find())) return;
  const lease = await takeLease(storage, 'import', { now, onError });
  if (!lease) return;
  try {
    const row = await find();
    if (!row || signal.aborted) return;
    try {
      await work(parts, row, signal);
    } catch (error) {
      if (!(error instanceof ImportRefused)) onError(error);
      const reason =
        error instanceof ImportRefused
          ? error.message
          : 'Something went wrong. What was brought in stays; the log of the site says more.';
      await finish(parts, row, row.stage, 'failed', { reason });
    }
    if (!signal.aborted) await removeFile(parts, row);
  } finally {
    await lease.release();
  }
}

/** Deletes the file of an import that is over. */
async function removeFile({ storage, folder }: RunParts, row: ImportsTable): Promise<void> {
  const { id, file_name } = row;
  const isOpen =
    (await isInStage(storage.writer, id, 'ready')) ||
    (await isInStage(storage.writer, id, row.stage));
  if (!isOpen) await folder.remove(folder.fileOf(id, file_name));
}
