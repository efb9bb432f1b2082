import type { Storage } from '../../../../storage/storage.ts';
import type { Source } from './find-sources.ts';
import { type ImportOutcome, publishImported } from './publish-imported.ts';
import { SourceProblem } from './read-front-matter.ts';
import { type ReadOptions, readSource } from './read-source.ts';

/** What became of one file. */
export interface ImportResult {
  readonly name: string;
  readonly outcome: 'imported' | 'updated' | 'skipped' | 'failed';
  /** Why it was skipped or failed. */
  readonly reason?: string;
}

const skipReasons: Readonly<Record<Exclude<ImportOutcome, 'imported' | 'updated'>, string>> = {
  unchanged: 'it is there already',
  kept: 'it has been edited on the site since it was imported',
};

/**
 * Publishes each file as a blog, in a write of its own: what is wrong with one never touches another, and nothing is
 * half-written. Tells `onResult` after each. Rejects only when the database does: nothing after that could succeed.
 */
export async function importBlogs(
  storage: Storage,
  sources: readonly Source[],
  options: ReadOptions,
  onResult: (result: ImportResult) => void = () => {},
): Promise<readonly ImportResult[]> {
  const results: ImportResult[] = [];
  for (const source of sources) {
    const result = await importOne(storage, source, options);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function importOne(
  storage: Storage,
  source: Source,
  options: ReadOptions,
): Promise<ImportResult> {
  const { name } = source;
  const blog = await readSource(source, options).catch(problemOf);
  if (blog instanceof SourceProblem) {
    return { name, outcome: blog.isIntended ? 'skipped' : 'failed', reason: blog.message };
  }
  const outcome = await storage.write((write) => publishImported(write, blog));
  if (outcome === 'imported' || outcome === 'updated') return { name, outcome };
  return { name, outcome: 'skipped', reason: skipReasons[outcome] };
}

/** Also what nobody foresaw about one file stays with that file. */
function problemOf(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  return new SourceProblem(
    `it can't be read (${error instanceof Error ? error.message : String(error)})`,
  );
}
