/**
 * `node scripts/run.mjs bench/search/quality.ts <folder|export> [--asked 300] [--engine sqlite|postgres]`: publishes
 * the Markdown files of a folder, or the texts of another system's export, in a temporary database. Searches for
 * sentences of them and prints how many texts are among the first three results: for the whole sentence, for some of
 * its words, and with a typing error.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { columnsOf, insertBlog } from '../../src/blog/server/store-blog.ts';
import { findTexts } from '../../src/features/search/server/text-search.ts';
import { openForeignExport } from '../../src/features/transfer/server/import/formats/open-foreign-export.ts';
import { htmlText } from '../../src/platform/markdown/html-text.ts';
import { layOut } from '../../src/platform/markdown/lay-out.ts';
import { shorten } from '../../src/platform/text/shorten.ts';
import type { Engine, Storage } from '../../src/storage/storage.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { createDatabases } from '../growth/databases.ts';
import { randomFrom } from './made-up.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    asked: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const [source] = positionals;
if (source === undefined) throw new Error('Name a folder of Markdown files, or an export.');
const asked = Number(values.asked);
const engine: Engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';

interface Published {
  readonly id: string;
  readonly text: string;
}

interface Source {
  readonly title: string;
  readonly markdown: string;
}

async function readTexts(place: string): Promise<readonly Source[]> {
  if (statSync(place).isDirectory()) return readFiles(place);
  const opened = await openForeignExport(place);
  if (!opened) throw new Error('This is no export of a system that is known here.');
  const texts: Source[] = [];
  for await (const item of opened.items()) if (item.kind === 'text') texts.push(item);
  await opened.close();
  return texts;
}

function readFiles(root: string): readonly Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.mdx?$/.test(name))
    .sort()
    .map((name) => {
      const source = readFileSync(path.join(root, name), 'utf8');
      const [, head = '', rest] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
      const title = /^title:\s*(.*)$/m.exec(head)?.[1]?.replace(/^['"]|['"]$/g, '');
      return { title: title || path.basename(name), markdown: rest ?? source };
    });
}

async function publish(storage: Storage): Promise<readonly Published[]> {
  const published: Published[] = [];
  for (const [index, { title, markdown }] of (await readTexts(source ?? '')).entries()) {
    const layout = layOut(markdown);
    if (!layout) continue;
    const text = htmlText(layout.html);
    const time = Date.UTC(2024, 0, 1) + index * 3_600_000;
    const id = await storage.write((write) =>
      insertBlog(
        write,
        {
          ...columnsOf({
            title: shorten(title, 200),
            imageUrl: '/images/categories/other.webp',
            category: 'Other',
            shortDescription: shorten(text, 150),
            longDescription: markdown,
            tags: '',
          }),
          word_count: layout.wordCount,
          author_id: null,
          created_at: time,
          updated_at: time,
          source_key: null,
        },
        layout,
      ),
    );
    published.push({ id, text });
  }
  return published;
}

const pick = <Item>(items: readonly Item[], random: () => number) =>
  items[Math.floor(random() * items.length)];

/** A part of a sentence, as a reader may remember it. */
function sentenceOf({ text }: Published, random: () => number): string | undefined {
  const sentences = text
    .split(/\n|(?<=[.!?])\s/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /^[A-Z][\w ,'’-]{30,}[.!?]$/.test(sentence));
  const words = pick(sentences, random)?.slice(0, 100).split(' ');
  return words?.slice(0, 12).join(' ');
}

function misspelt(sentence: string, random: () => number): string {
  const words = sentence.split(' ');
  const long = words.flatMap((word, index) => (/^[a-z]{6,}$/.test(word) ? [index] : []));
  const place = pick(long, random);
  if (place === undefined) return sentence;
  const word = words[place] ?? '';
  const at = 2 + Math.floor(random() * (word.length - 4));
  words[place] = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return words.join(' ');
}

async function measure(storage: Storage, published: readonly Published[]): Promise<void> {
  const random = randomFrom(7);
  const kinds: Readonly<Record<string, (sentence: string) => string>> = {
    'a sentence': (sentence) => sentence,
    'the same in quotes': (sentence) => `"${sentence.replaceAll('"', '').slice(0, 98)}"`,
    'six words of it': (sentence) => sentence.split(' ').slice(2, 8).join(' '),
    'two letters swapped': (sentence) => misspelt(sentence, random),
  };
  const first: Record<string, number> = {};
  const third: Record<string, number> = {};
  const textOfId = new Map(published.map(({ id, text }) => [id, text]));
  let count = 0;
  while (count < asked) {
    const one = pick(published, random);
    const sentence = one && sentenceOf(one, random);
    if (!sentence) continue;
    count += 1;
    for (const [kind, change] of Object.entries(kinds)) {
      const { texts } = await findTexts(storage, { search: change(sentence), filter: '' });
      // Any text that contains the part counts as a correct result.
      const part = kind === 'six words of it' ? change(sentence) : sentence;
      const place = texts.findIndex(({ id }) => textOfId.get(id)?.includes(part));
      first[kind] = (first[kind] ?? 0) + Number(place === 0);
      third[kind] = (third[kind] ?? 0) + Number(place >= 0 && place < 3);
      const isMissed = (place < 0 || place > 2) && process.env.SHOW_MISSED === '1';
      if (isMissed) console.log(kind, place, change(sentence));
    }
  }
  const percent = (hits = 0) => `${((100 * hits) / asked).toFixed(1)} %`;
  console.log(`${published.length} texts, ${asked} sentences`);
  console.table(
    Object.keys(kinds).map((kind) => ({
      asked: kind,
      first: percent(first[kind]),
      'among three': percent(third[kind]),
    })),
  );
}

endOnSignals();
const databases = await createDatabases(engine);
try {
  const { storage } = await databases.open('search_quality');
  try {
    await measure(storage, await publish(storage));
  } finally {
    await storage.close();
  }
} finally {
  await databases.remove();
}
