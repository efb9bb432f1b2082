/** `npm run import -- <folder, file or zip>`: imports blogs from Markdown files, or from another system's export. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Category, categories, categorySchema } from '../../blog/contract.ts';
import { openPictures } from '../../features/pictures/server/bucket/open-pictures.ts';
import { createPictureMaker } from '../../features/pictures/server/picture-maker.ts';
import { createPictureTaker } from '../../features/pictures/server/take-picture.ts';
import { createLiveSettings } from '../../features/settings/feature.ts';
import { restrictedKinds } from '../../features/transfer/import-contract.ts';
import type { ForeignExport } from '../../features/transfer/server/import/foreign.ts';
import { decodeTable } from '../../features/transfer/server/import/formats/files/decode-text.ts';
import { openForeignExport } from '../../features/transfer/server/import/formats/open-foreign-export.ts';
import { ImportRefused } from '../../features/transfer/server/import/import-refused.ts';
import {
  type CategoryTable,
  categoryLines,
  createCategoryList,
  readCategoryTable,
} from '../../features/transfer/server/import/items/category-table.ts';
import type { Restricted } from '../../features/transfer/server/import/items/choices.ts';
import { importItems } from '../../features/transfer/server/import/items/import-items.ts';
import { createFetchPublic } from '../../platform/outgoing/fetch-public.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import { readConfig } from '../config.ts';
import { siteAudienceOf } from '../page-settings.ts';
import { explainStartFailure } from '../serving/terminal.ts';
import { importPorts } from '../site-parts.ts';
import { tableOf, writeResult } from './import-report.ts';

const usage =
  'Usage: npm run import -- <folder, file or zip> [--category <category>] [--author "<name>"] [--dry-run] [--map <file>] [--fetch-pictures] [--open signed-in|invited|paying|password|unmarked]';

const dryRunWords = ': a dry run, nothing is written';

interface Request {
  readonly target: string;
  readonly category: Category | undefined;
  readonly author: string | undefined;
  readonly isDryRun: boolean;
  readonly fetchesPictures: boolean;
  readonly table: CategoryTable | undefined;
  readonly opened: ReadonlySet<Restricted>;
}

async function readArguments(args: readonly string[]): Promise<Request> {
  const { values, positionals } = parse(args);
  const [target, ...more] = positionals;
  if (!target || more.length > 0) throw new ImportRefused(usage);
  const category = categorySchema.optional().safeParse(values.category);
  if (!category.success) {
    throw new ImportRefused(`--category must be one of ${categories.join(', ')}.`);
  }
  return {
    target,
    category: category.data,
    author: values.author?.trim() || undefined,
    isDryRun: values['dry-run'] ?? false,
    fetchesPictures: values['fetch-pictures'] ?? false,
    table: values.map === undefined ? undefined : await readTable(values.map),
    opened: new Set((values.open ?? []).map(readKind)),
  };
}

function readKind(name: string): Restricted {
  const kind = restrictedKinds.find((known) => known === name);
  if (!kind) throw new ImportRefused(`--open must be one of ${restrictedKinds.join(', ')}.`);
  return kind;
}

async function readTable(file: string): Promise<CategoryTable> {
  let text = '';
  try {
    for await (const piece of decodeTable(createReadStream(file))) text += piece;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefused(`The table ${file} can't be read (${reason}).`);
  }
  return readCategoryTable(text, file);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        category: { type: 'string' },
        author: { type: 'string' },
        map: { type: 'string' },
        open: { type: 'string', multiple: true },
        'dry-run': { type: 'boolean' },
        'fetch-pictures': { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new ImportRefused(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

async function openParts() {
  const config = readConfig(process.env);
  const storage = await openStorage({
    ...config,
    onConnectionError: (error) =>
      process.stderr.write(`database connection lost: ${error.message}\n`),
  });
  const maker = createPictureMaker();
  const uploads = path.join(config.dataDir, picturesFolder);
  const settings = createLiveSettings(storage);
  return {
    storage,
    maker,
    openFolder: () => openPictures(uploads, config.pictureBucket),
    siteAudience: async () => siteAudienceOf(config, await settings.get()),
    async close() {
      await maker.close();
      await storage.close();
    },
  };
}

async function importForeign(foreign: ForeignExport, request: Request): Promise<boolean> {
  const { category, author, isDryRun, table, opened, fetchesPictures } = request;
  const output = process.stdout;
  const list = createCategoryList(table);
  const { storage, maker, openFolder, siteAudience, close } = await openParts();
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  try {
    output.write(`${foreign.system}${isDryRun ? dryRunWords : ''}\n`);
    const ports = {
      ...importPorts,
      siteAudience,
      takePicture: createPictureTaker({ storage, folder: await openFolder(), maker }),
      fetchPublic: fetchesPictures ? createFetchPublic() : undefined,
    };
    const { counts, stopped } = await importItems(storage, foreign, ports, {
      choices: { ...(table && { categories: table }), category, author, opened },
      isDryRun,
      signal: stopping.signal,
      onResult: (result) => writeResult(output, result),
      onItem: list.add,
    });
    const found = list.all();
    if (isDryRun && found.length > 0) {
      const head = 'Categories: put these lines into a .csv file, edit them, and give it by --map.';
      output.write(`\n${[head, ...categoryLines(found)].join('\n')}\n`);
    }
    output.write(`\n${tableOf(counts)}\n`);
    if (stopping.signal.aborted) output.write('Interrupted: run it again to go on.\n');
    if (stopped !== undefined) process.stderr.write(`Stopped: ${stopped}\n`);
    const hasFailed = [counts.texts, counts.subscribers, counts.other].some(
      (row) => row.failed > 0,
    );
    return !hasFailed && stopped === undefined && !stopping.signal.aborted;
  } finally {
    await close();
  }
}

async function run(request: Request): Promise<boolean> {
  const foreign = await openForeignExport(request.target);
  if (!foreign) {
    throw new ImportRefused(
      `${request.target} is nothing that can be imported here: docs/moving.md lists what can.`,
    );
  }
  try {
    return await importForeign(foreign, request);
  } finally {
    await foreign.close();
  }
}

try {
  // 0: everything was imported, updated or deliberately skipped; 1: at least one failed.
  process.exitCode = (await run(await readArguments(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `${error instanceof ImportRefused ? error.message : explainStartFailure(error)}\n`,
  );
  process.exitCode = 1;
}
