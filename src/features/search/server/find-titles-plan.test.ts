import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Storage } from '../../../storage/storage.ts';
import { testOn } from '../../../storage/testing.ts';
import { plansOf } from '../../../storage/testing-plans.ts';
import { findTitles, type TitlesRequest } from './find-titles.ts';

const blogs = 6_000;
const limit = 24;
/** The most rows that may be read for one page. */
const bound = 500;

/**
 * Searches that match few of many titles: one word, several alternatives, in a category, with another word, with a
 * literal.
 */
const searches: readonly Pick<TitlesRequest, 'search' | 'filter'>[] = [
  { search: { alternatives: [['story']], literal: undefined }, filter: '' },
  { search: { alternatives: [['storz', 'story', 'even']], literal: undefined }, filter: '' },
  { search: { alternatives: [['storz', 'story']], literal: undefined }, filter: 'Travel' },
  { search: { alternatives: [['even'], ['odd']], literal: undefined }, filter: '' },
  { search: { alternatives: [['story']], literal: 'nothing like it' }, filter: '' },
];

/** Inserts 6,000 titles: all with one word, and each half with one more. */
async function fill({ writer }: Storage): Promise<void> {
  await sql`insert into blogs (id, title, title_folded, image_url, category, short_description, long_description,
      word_count, created_at, updated_at)
    select 'blog ' || i, '', 'story', '', 'Travel', '', '', 1, i, i from generate_series(1, ${blogs}::int) as i`.execute(
    writer,
  );
  await sql`insert into title_words (word, created_at, blog_id, category)
    select 'story', created_at, id, category from blogs
    union all select case when created_at % 2 = 0 then 'even' else 'odd' end, created_at, id, category
    from blogs`.execute(writer);
  await sql`analyze`.execute(writer);
}

testOn('sqlite', 'a title search seeks in the word index without a scan', async ({ storage }) => {
  for (const search of searches) {
    const request = { ...search, isOldestFirst: false, after: undefined, limit };
    const plans = await plansOf<{ detail: string }>(storage.reader, 'explain query plan', (db) =>
      findTitles(db, request),
    );
    const details = plans.flat().map(({ detail }) => detail);
    expect(details).toContainEqual(expect.stringMatching(/^SEARCH title_words USING/));
    expect(details.join('\n')).not.toMatch(/SCAN (title_words|blogs|other)|AUTOMATIC/);
    // More than one word may be sorted, since its rows are limited before.
    const isOneWord = search.search.alternatives.flat().length === 1;
    if (isOneWord) expect(details.join('\n')).not.toContain('TEMP B-TREE');
  }
});

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that any step of a plan read. */
function mostRows(node: PlanNode): number {
  const seen = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return Math.max(seen * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows));
}

testOn('postgres', 'a title search reads at most the bound of rows', async ({ storage }) => {
  await fill(storage);
  for (const search of searches) {
    for (const isOldestFirst of [false, true]) {
      const request = { ...search, isOldestFirst, after: undefined, limit };
      const plans = await plansOf<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        storage.reader,
        'explain (analyze, format json)',
        (db) => findTitles(db, request, bound),
      );
      for (const plan of plans.flat().flatMap((row) => row['QUERY PLAN'])) {
        expect(mostRows(plan.Plan), JSON.stringify(request)).toBeLessThanOrEqual(bound);
      }
    }
  }
});
