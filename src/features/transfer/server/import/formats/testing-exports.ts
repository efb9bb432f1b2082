import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { writeZip } from '../../export/write-zip.ts';
import type { ForeignItem, ForeignSkip, ForeignSubscriber, ForeignText } from '../foreign.ts';
import { ImportRefused } from '../import-refused.ts';
import { openForeignExport } from './open-foreign-export.ts';
import { createTextReader } from './text/text-reader.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder with these files, removed after the test. */
export function folderOf(files: Files): string {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** Creates one file; returns its path. */
export function fileOf(name: string, content: string | Uint8Array): string {
  return path.join(folderOf({ [name]: content }), name);
}

/** Creates a ZIP archive of these files. */
export async function zipOf(files: Files): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content),
    modifiedAt: 0,
  }));
  return await buffer(Readable.from(writeZip(Readable.from(entries)), { objectMode: false }));
}

/** One reader for all exports of a test process, since its thread takes a moment to start; it ends with the process. */
const sharedReader = createTextReader();

interface Read {
  readonly system: string | undefined;
  readonly texts: readonly ForeignText[];
  readonly subscribers: readonly ForeignSubscriber[];
  readonly skips: readonly ForeignSkip[];
  /** The reason why the rest was refused. */
  readonly refused: string | undefined;
}

/** Reads all items of an export; `name` is that of an uploaded file. */
export async function readExport(target: string, options: { name?: string } = {}): Promise<Read> {
  const createReader = () => ({ ...sharedReader, close: async () => {} });
  const opened = await openForeignExport(target, { createReader, ...options });
  const items: ForeignItem[] = [];
  let refused: string | undefined;
  try {
    for await (const item of opened?.items() ?? []) items.push(item);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    refused = error.message;
  } finally {
    await opened?.close();
  }
  return {
    system: opened?.system,
    texts: items.filter((item) => item.kind === 'text'),
    subscribers: items.filter((item) => item.kind === 'subscriber'),
    skips: items.filter((item) => item.kind === 'skip'),
    refused,
  };
}
