/** `npm run import -- <folder or file> [--category X] [--author "Name"]`: brings Markdown files in as blogs. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Category, categories, categorySchema } from '../../blog/contract.ts';
import { openPictures } from '../../features/pictures/server/bucket/open-pictures.ts';
import { createPictureImport } from '../../features/pictures/server/carry-pictures.ts';
import { createPictureMaker } from '../../features/pictures/server/picture-maker.ts';
import {
  findSources,
  ImportRefused,
  pathKeys,
} from '../../features/transfer/server/import/find-sources.ts';
import { importBlogs } from '../../features/transfer/server/import/import-blogs.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import { readConfig } from '../config.ts';
import { explainStartFailure } from '../serving/terminal.ts';
import { createImportReport } from './import-report.ts';

const usage =
  'Usage: npm run import -- <folder or file> [--category <category>] [--author "<name>"]';

interface Request {
  readonly target: string;
  readonly category: Category | undefined;
  readonly author: string | undefined;
}

function readArguments(args: readonly string[]): Request {
  const { values, positionals } = parse(args);
  const [target, ...more] = positionals;
  if (!target || more.length > 0) throw new ImportRefused(usage);
  const category = categorySchema.optional().safeParse(values.category);
  if (!category.success) {
    throw new ImportRefused(`--category must be one of ${categories.join(', ')}.`);
  }
  return { target, category: category.data, author: values.author?.trim() || undefined };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { category: { type: 'string' }, author: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new ImportRefused(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

async function run({ target, category, author }: Request): Promise<boolean> {
  const config = readConfig(process.env);
  const sources = await findSources(target);
  const report = createImportReport(process.stdout, sources.length);
  const storage = await openStorage({
    ...config,
    onConnectionError: (error) =>
      process.stderr.write(`database connection lost: ${error.message}\n`),
  });
  const maker = createPictureMaker();
  try {
    const uploads = path.join(config.dataDir, picturesFolder);
    const folder = await openPictures(uploads, config.pictureBucket);
    const takePictures = createPictureImport({ storage, folder, maker });
    const options = { category, author, keyOf: pathKeys(sources), takePictures };
    const results = await importBlogs(storage, sources, options, report.add);
    report.finish(results);
    return results.every(({ outcome }) => outcome !== 'failed');
  } finally {
    await maker.close();
    await storage.close();
  }
}

try {
  // 0: every file was imported, brought up to date or skipped for a good reason; 1: at least one failed.
  process.exitCode = (await run(readArguments(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `${error instanceof ImportRefused ? error.message : explainStartFailure(error)}\n`,
  );
  process.exitCode = 1;
}
