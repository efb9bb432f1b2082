import type { ForeignItem, ForeignText } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import { SourceProblem } from '../../read-front-matter.ts';
import { decodeAll } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { readFileOf } from '../files/find-file.ts';
import { type CsvRow, columnsIn, readCsv } from '../files/read-csv.ts';
import { type OpenFormat, skip } from '../format.ts';
import { plainWords, titleFromText } from '../plain-words.ts';
import { readSubscribers, subscriberLists } from '../subscribers/read-subscribers.ts';
import type { TextReader } from '../text/text-reader.ts';

const pageMax = 5 * 1024 ** 2;

/** Audiences; an unknown value means paying readers. */
const audiences: Readonly<Record<string, ForeignText['audience']>> = {
  '': 'everybody',
  everyone: 'everybody',
  only_free: 'signed-in',
};

async function readRow(
  row: CsvRow,
  folder: string,
  files: ExportFiles,
  reader: TextReader,
): Promise<ForeignItem> {
  const id = row('post_id', 'id');
  const title = plainWords(row('title'));
  const name = title || id;
  if (row('type') === 'page')
    return skip(name, 'it is a page of the site, not a text of its blog', true);
  const file = [`${folder}posts/${id}.html`, `${folder}${id}.html`].find((one) =>
    files.names.includes(one),
  );
  const bytes = file === undefined ? undefined : await files.read(file, pageMax);
  if (!bytes) return skip(name, 'its text is not in the export, or is too large');
  const read = await reader.read({ format: 'html', text: decodeAll(bytes), title });
  const recording = row('podcast_url');
  const isRecording = /^https?:\/\/\S+$/.test(recording);
  const markdown = [isRecording ? recording : '', read.markdown].filter(Boolean).join('\n\n');
  if (!markdown) return skip(name, 'it has no text', true);
  const slug = id.includes('.') ? id.slice(id.indexOf('.') + 1) : row('slug');
  const date = parseDate(row('post_date'));
  const isPublished = /^(?:true|1)$/i.test(row('is_published'));
  return {
    kind: 'text',
    key: `substack:${id}`,
    name,
    title: title || titleFromText(read.plain),
    markdown,
    summary: plainWords(row('subtitle')),
    cover: null,
    createdAt: date ?? null,
    updatedAt: null,
    authors: [],
    categories: [],
    tags: [],
    state: isPublished ? 'published' : 'draft',
    audience: audiences[row('audience')] ?? 'paying',
    addresses: slug ? [`/p/${slug}`] : [],
    comments: [],
    notes: read.notes,
  };
}

/** Opens Substack's export: a table of the texts, a page for each, and lists of subscribers. It names no authors. */
export const openSubstack: OpenFormat = async (files, heads, createReader) => {
  const tables = files.names.filter((name) => /(?:^|\/)posts\.csv$/i.test(name));
  const table = tables[0] ?? (files.names.length === 1 ? files.names[0] : undefined);
  if (table === undefined) return undefined;
  const head = await heads(table);
  const columns = columnsIn(head);
  if (!columns.includes('post_id') || !columns.includes('audience')) return undefined;
  const folder = table.slice(0, table.lastIndexOf('/') + 1);
  const reader = createReader();
  return {
    system: 'Substack',
    async *items(): AsyncGenerator<ForeignItem> {
      for await (const row of readCsv(files, table, head)) {
        try {
          yield await readRow(row, folder, files, reader);
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          yield skip(plainWords(row('title')) || row('post_id'), error.message, error.isIntended);
        }
      }
      // Lists of opens and deliveries are stored beside the texts: they aren't lists of subscribers.
      const lists = (await subscriberLists(files, heads)).filter(
        (name) => !name.startsWith(`${folder}posts/`),
      );
      for (const name of lists) yield* readSubscribers(files, name, await heads(name));
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
