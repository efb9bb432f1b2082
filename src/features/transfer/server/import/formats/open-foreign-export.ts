import path from 'node:path';
import type { ForeignExport, OpenForeignExport } from '../foreign.ts';
import { ImportRefused } from '../import-refused.ts';
import { openBeehiiv } from './beehiiv/open-beehiiv.ts';
import { openFeed } from './feeds/open-feed.ts';
import { decodeAll } from './files/decode-text.ts';
import { type ExportFiles, openFiles } from './files/export-files.ts';
import { type Heads, type OpenFormat, skip } from './format.ts';
import { openGhost } from './ghost/open-ghost.ts';
import { openMarkdown } from './markdown/open-markdown.ts';
import { openOwnArchive } from './markdown/own-archive.ts';
import { openMedium } from './medium/open-medium.ts';
import { openSubscribers } from './subscribers/open-subscribers.ts';
import { openSubstack } from './substack/open-substack.ts';
import { createTextReader, type TextReader } from './text/text-reader.ts';
import { openWordPress } from './wordpress/open-wordpress.ts';

/** Bytes at the beginning of a file by which its format is recognized. */
const headMax = 64 * 1024;

/** In order of precedence: the first format that recognizes the files opens them. */
const formats: readonly OpenFormat[] = [
  openWordPress,
  openGhost,
  openMedium,
  openSubstack,
  openBeehiiv,
  openMarkdown,
  openFeed,
  openSubscribers,
];

function headsOf(files: ExportFiles): Heads {
  const known = new Map<string, Promise<string>>();
  async function read(name: string): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of files.stream(name)) {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= headMax) break;
      }
    } catch (error) {
      // An unreadable file is reported when it is needed.
      if (!(error instanceof ImportRefused)) throw error;
    }
    return decodeAll(Buffer.concat(chunks).subarray(0, headMax));
  }
  return (name) => {
    const head = known.get(name) ?? read(name);
    known.set(name, head);
    return head;
  };
}

/** Reports refused files before all other items. */
function withRefused(opened: ForeignExport, { refused }: ExportFiles): ForeignExport {
  if (refused.length === 0) return opened;
  return {
    ...opened,
    async *items() {
      for (const { name, reason, isIntended } of refused) yield skip(name, reason, isIntended);
      yield* opened.items();
    },
  };
}

interface Opening {
  /** The name of an uploaded file, which lies under another one. */
  readonly name?: string;
  readonly createReader?: () => TextReader;
}

/**
 * Recognizes another system's export by its content: a file, a folder or an archive. Closing the export closes the
 * reader of its texts, too. Throws `ImportRefused` if it can't be read.
 */
export async function openForeignExport(
  target: string,
  { name, createReader = createTextReader }: Opening = {},
): ReturnType<OpenForeignExport> {
  const own = await openOwnArchive(target, createReader);
  if (own) return own;
  const files = await openFiles(target, name);
  try {
    const heads = headsOf(files);
    // A text about another system's format isn't that system's export.
    const isMarkdown = files.names.every((one) => /\.(?:md|mdx|markdown)$/i.test(one));
    for (const open of isMarkdown ? [openMarkdown] : formats) {
      const opened = await open(files, heads, createReader);
      if (opened) return withRefused(opened, files);
    }
  } catch (error) {
    await files.close();
    throw error;
  }
  await files.close();
  const [refused] = files.refused.filter(({ isIntended }) => !isIntended);
  if (!refused) return undefined;
  throw new ImportRefused(
    `${name ?? path.basename(target)} holds nothing that can be imported here. ${refused.name} was refused: ${refused.reason}.`,
  );
}
