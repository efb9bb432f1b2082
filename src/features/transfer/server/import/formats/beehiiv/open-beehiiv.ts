import type { ForeignItem, ForeignText } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import { SourceProblem } from '../../read-front-matter.ts';
import { pathsOf } from '../addresses.ts';
import { readFileOf } from '../files/find-file.ts';
import { type CsvRow, columnsIn, readCsv } from '../files/read-csv.ts';
import { type OpenFormat, skip } from '../format.ts';
import { plainWords, titleFromText } from '../plain-words.ts';
import type { TextReader } from '../text/text-reader.ts';

const states: Readonly<Record<string, ForeignText['state']>> = {
  confirmed: 'published',
  published: 'published',
  archived: 'private',
};

async function readRow(row: CsvRow, reader: TextReader): Promise<ForeignItem> {
  const title = plainWords(row('web_title', 'title'));
  const url = row('url');
  const name = title || url || row('id');
  const base = URL.canParse(url) ? url : undefined;
  const read = await reader.read({ format: 'html', text: row('content_html'), title, base });
  if (!read.markdown) return skip(name, 'it has no text', true);
  const date = parseDate(row('scheduled_at', 'publish_date', 'created_at'));
  const cover = row('thumbnail_url');
  const isCover = /^https?:/.test(cover);
  return {
    kind: 'text',
    key: `beehiiv:${row('id') || url}`,
    name,
    title: title || titleFromText(read.plain),
    markdown: read.markdown,
    summary: plainWords(row('web_subtitle', 'subtitle')),
    cover: isCover ? { address: cover, alternativeText: '' } : null,
    createdAt: date ?? null,
    updatedAt: null,
    authors: row('author', 'authors')
      .split(';')
      .map((one) => ({ name: plainWords(one) }))
      .filter((one) => one.name),
    categories: [],
    tags: row('content_tags', 'tags').split(';').map(plainWords).filter(Boolean),
    state: states[row('status')] ?? 'draft',
    audience: /^(?:|free|both|all)$/.test(row('audience')) ? 'everybody' : 'paying',
    addresses: pathsOf([url]),
    comments: [],
    notes: [
      ...(cover && !isCover ? ['Its cover was left out: the export names no address of it.'] : []),
      ...read.notes,
    ],
  };
}

/** Opens Beehiiv's CSV of posts. */
export const openBeehiiv: OpenFormat = async (files, heads, createReader) => {
  let table: string | undefined;
  for (const name of files.names) {
    if (!/\.csv$/i.test(name)) continue;
    const columns = columnsIn(await heads(name));
    if (columns.includes('content_html') && columns.includes('web_title')) table ??= name;
  }
  if (table === undefined) return undefined;
  const name = table;
  const reader = createReader();
  return {
    system: 'Beehiiv',
    async *items(): AsyncGenerator<ForeignItem> {
      for await (const row of readCsv(files, name, await heads(name))) {
        try {
          yield await readRow(row, reader);
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          yield skip(plainWords(row('web_title')), error.message, error.isIntended);
        }
      }
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
