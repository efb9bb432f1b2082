import path from 'node:path';
import type { Storage } from '../../../../storage/storage.ts';
import type { Source } from './find-sources.ts';
import { type ImportOutcome, predictImport, publishImported } from './publish-imported.ts';
import { SourceProblem } from './read-front-matter.ts';
import type { ReadBlog, ReadOptions } from './read-source.ts';
import { createSourceReader, type SourceReader } from './source-reader.ts';

/** The outcome of one file. */
export interface ImportResult {
  readonly name: string;
  readonly outcome: 'imported' | 'updated' | 'skipped' | 'failed';
  /** Why it was skipped or failed. */
  readonly reason?: string;
}

export interface ImportOptions extends ReadOptions {
  /** A stable key, by which the next import finds the blog. */
  readonly keyOf: (source: Source, createdAt: number) => string;
  /**
   * Imports the pictures that a text names and that are in its folder, as in an export. Resolves to their new names by
   * those in the text.
   */
  readonly takePictures?: (text: string, folder: string) => Promise<ReadonlyMap<string, string>>;
  /** Whether nothing is written and only the outcomes are reported. */
  readonly isDryRun?: boolean;
}

const skipReasons: Readonly<Record<Exclude<ImportOutcome, 'imported' | 'updated'>, string>> = {
  unchanged: 'it is there already',
  kept: 'it has been edited on the site since it was imported',
};

/**
 * Publishes each file as a blog in a write of its own: an error in one doesn't affect the others, and no text is
 * half-written. Calls `onResult` after each. Rejects only for database errors: nothing after one could succeed.
 */
export async function importBlogs(
  storage: Storage,
  sources: readonly Source[],
  options: ImportOptions,
  onResult: (result: ImportResult) => void = () => {},
): Promise<readonly ImportResult[]> {
  const results: ImportResult[] = [];
  const reader = createSourceReader();
  try {
    for (const source of sources) {
      const result = await importOne(storage, reader, source, options);
      results.push(result);
      onResult(result);
    }
  } finally {
    await reader.close();
  }
  return results;
}

async function importOne(
  storage: Storage,
  reader: SourceReader,
  source: Source,
  options: ImportOptions,
): Promise<ImportResult> {
  const { name } = source;
  const read = await reader.read(source, options).catch(problemOf);
  if (read instanceof SourceProblem) {
    return { name, outcome: read.isIntended ? 'skipped' : 'failed', reason: read.message };
  }
  const { authorName, ...text } = await withPictures(read, source, options);
  const blog = {
    ...text,
    sourceKey: options.keyOf(source, read.createdAt),
    author: authorName === undefined ? null : { name: authorName, photo: null, bio: null },
  };
  const outcome = options.isDryRun
    ? await predictImport(storage.reader, blog)
    : await storage.write((write) => publishImported(write, blog));
  if (outcome === 'imported' || outcome === 'updated') return { name, outcome };
  return { name, outcome: 'skipped', reason: skipReasons[outcome] };
}

/** Replaces the names of a blog's pictures. A name is digits and hyphens, so the markup doesn't change. */
async function withPictures(
  read: ReadBlog,
  { file }: Source,
  { takePictures }: ImportOptions,
): Promise<ReadBlog> {
  const words = `${read.imageUrl} ${read.longDescription}`;
  const names = await takePictures?.(words, path.dirname(file));
  if (!names) return read;
  const renamed = (text: string) =>
    [...names].reduce((changed, [name, here]) => changed.replaceAll(name, here), text);
  return {
    ...read,
    imageUrl: renamed(read.imageUrl),
    longDescription: renamed(read.longDescription),
    layout: { ...read.layout, html: renamed(read.layout.html) },
  };
}

function problemOf(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  throw error;
}
