import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isoOf } from '../../../../platform/text/iso-of.ts';

/** A Markdown file to import. */
export interface Source {
  /** Absolute path with symbolic links resolved. */
  readonly file: string;
  /** The name in the report: relative to the given path. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** True for a link that leads out of the imported folder: it isn't read, as its author may be another person. */
  readonly isOutside?: boolean;
}

/** The source can't be imported; the message has the reason, for the importing person. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

const isMarkdown = (name: string) => /\.(md|mdx|markdown)$/i.test(name);
const isSkippedFolder = (name: string) => name.startsWith('.') || name === 'node_modules';

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return "isn't there";
  if (code === 'EACCES' || code === 'EPERM') return "can't be read by this user";
  if (code === 'ENOTDIR') return "isn't there: a part of the path is a file";
  return `can't be read (${error instanceof Error ? error.message : String(error)})`;
}

async function look(target: string): Promise<{ file: string; stats: Stats }> {
  try {
    const file = await realpath(target);
    return { file, stats: await stat(file) };
  } catch (error) {
    throw new ImportRefused(`${target} ${reasonOf(error)}.`);
  }
}

/**
 * The Markdown files (.md, .mdx, .markdown) in a folder and its subfolders, sorted by name, or a single given file.
 * Skips hidden folders and node_modules; follows links within the folder, and enters each folder once. Throws
 * `ImportRefused` if there is nothing to read.
 */
export async function findSources(target: string): Promise<readonly Source[]> {
  const { file, stats } = await look(target);
  if (stats.isFile()) {
    if (!isMarkdown(file))
      throw new ImportRefused(`${target} isn't a Markdown file (.md, .mdx or .markdown).`);
    return [{ file, name: path.basename(file), size: stats.size }];
  }
  const found = new Map<string, Source>();
  try {
    await collect(file, '', { root: file, entered: new Set(), found });
  } catch (error) {
    throw new ImportRefused(`${target} ${reasonOf(error)}.`);
  }
  if (found.size === 0)
    throw new ImportRefused(`${target} holds no Markdown files (.md, .mdx or .markdown).`);
  return [...found.values()];
}

interface Walk {
  readonly root: string;
  readonly entered: Set<string>;
  /** Keyed by the file's path. */
  readonly found: Map<string, Source>;
}

async function collect(folder: string, prefix: string, walk: Walk): Promise<void> {
  const { root, entered, found } = walk;
  if (entered.has(folder)) return;
  entered.add(folder);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const name = path.posix.join(prefix, entry.name);
    const own = path.join(folder, entry.name);
    const at = await resolved(own, entry);
    if (!at) continue;
    const isFolder = at.stats.isDirectory() && !isSkippedFolder(entry.name);
    const isSource = at.stats.isFile() && isMarkdown(entry.name);
    if ((isFolder || isSource) && !isWithin(root, at.file)) {
      found.set(own, { file: own, name, size: 0, isOutside: true });
    } else if (isFolder) await collect(at.file, name, walk);
    else if (isSource && !found.has(at.file)) {
      found.set(at.file, { file: at.file, name, size: at.stats.size });
    }
  }
}

function isWithin(root: string, file: string): boolean {
  return path.join(file, path.sep).startsWith(path.join(root, path.sep));
}

/** The target of an entry; undefined for a broken link. */
async function resolved(
  file: string,
  entry: Dirent,
): Promise<{ file: string; stats: Stats } | undefined> {
  try {
    const target = entry.isSymbolicLink() ? await realpath(file) : file;
    return { file: target, stats: await stat(target) };
  } catch (error) {
    if (entry.isSymbolicLink()) return undefined;
    throw error;
  }
}

/** Minimum number of path segments in a key: the folder and the file name. */
const segmentsAtLeast = 2;

/**
 * Keys for blogs: the end of the file's path, with as many segments as distinguish it from the others, and the day of
 * publication: `npm/peer-dependencies.mdx@2013-02-08`. A file keeps its key when it is imported from another working
 * directory, through a link, from a copy of its folder, or alone. The day distinguishes equal paths of two sites.
 */
export function pathKeys(
  sources: readonly Source[],
): (source: Source, createdAt: number) => string {
  const keys = pathKeysOf(sources);
  return (source, createdAt) => `${keys.get(source)}@${isoOf(createdAt).slice(0, 10)}`;
}

function pathKeysOf(sources: readonly Source[]): ReadonlyMap<Source, string> {
  const keys = new Map<Source, string>();
  let open = sources;
  for (let segments = segmentsAtLeast; open.length > 0; segments += 1) {
    const groups = Map.groupBy(open, ({ file }) =>
      file.split(path.sep).filter(Boolean).slice(-segments).join('/'),
    );
    open = [];
    for (const [key, members] of groups) {
      for (const member of members) keys.set(member, key);
      if (members.length > 1) open = [...open, ...members];
    }
  }
  return keys;
}
