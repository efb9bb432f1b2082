import { sql } from 'kysely';
import { expect } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { forgetTexts, indexText } from '../../../blog/server/text-index.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { createForgetWords } from './forget-words.ts';

/** All text in the search tables. */
async function heldBySearch({ engine, reader }: Storage): Promise<string> {
  const statements =
    engine === 'sqlite'
      ? [sql`select words as held from search_texts`, sql`select word as held from search_words`]
      : [
          sql`select vector::text as held from search_texts`,
          sql`select word as held from search_words`,
        ];
  if (engine === 'sqlite') statements.push(sql`select hex(block) as held from search_index_data`);
  const parts: string[] = [];
  for (const statement of statements) {
    const { rows } = await (statement as ReturnType<typeof sql<{ held: string }>>).execute(reader);
    parts.push(...rows.map(({ held }) => held));
  }
  return parts.join(' ');
}

const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();

async function idsOf({ reader }: Storage): Promise<readonly string[]> {
  const rows = await allTexts(reader)
    .selectFrom('blogs')
    .select('id')
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

testOnBothEngines('words of no remaining text are deleted from the index', async ({ storage }) => {
  await givenBlogs(storage, [
    { title: 'One', longDescription: 'A xylophone and a zither.' },
    { title: 'Two', longDescription: 'A zither and a quagga.' },
  ]);
  const [one = '', two = ''] = await idsOf(storage);
  const before = await heldBySearch(storage);
  for (const word of ['xylophone', 'zither', 'quagga']) expect(before).toContain(word);

  await storage.write(async ({ db }) => {
    const texts = allTexts(db).updateTable('blogs');
    await texts.set({ state: 'draft' }).where('id', '=', one).execute();
    await forgetTexts(db, [one]);
    await db.updateTable('blog_html').set({ html: '<p>A zither.</p>' }).execute();
    await indexText(db, two);
  });
  await createForgetWords(storage)();

  const after = await heldBySearch(storage);
  expect(after).toContain('zither');
  for (const word of ['xylophone', 'quagga']) {
    expect(after).not.toContain(word);
    expect(after).not.toContain(hex(word));
  }
});

testOnBothEngines(
  'words of existing texts are kept by every run of the cleanup',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: 'Running otters, 東京.' }]);
    const words = () => storage.reader.selectFrom('search_words').selectAll().execute();
    const before = await words();
    const forget = createForgetWords(storage);
    for (let turn = 0; turn < 3; turn += 1) await forget();
    expect(await words()).toEqual(before);
  },
);
