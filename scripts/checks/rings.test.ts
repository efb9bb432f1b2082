import { expect, test } from 'vitest';
import { forbiddenImports } from './rings.ts';

function advice(file: string, source: string): string {
  return forbiddenImports(file, source)
    .map((found) => found.advice)
    .join('\n');
}

test('a ring may use itself and what lies further in', () => {
  const source = `
    import { Storage } from '../../../storage/storage.ts';
    import { notFound } from '../../../platform/contract/problems.ts';
    import { paths } from '../../../paths.ts';
    import { blogs } from './blog-store.ts';
    import { readFile } from 'node:fs/promises';`;
  expect(forbiddenImports('src/features/reading/server/answers.ts', source)).toEqual([]);
});

test('a ring may not use what lies further out', () => {
  expect(
    advice('src/storage/migrate.ts', "import { readConfig } from '../app/config.ts';"),
  ).toContain('src/storage may not know src/app');
});

test('a re-export and a dynamic import count as imports', () => {
  const file = 'src/platform/web/api.ts';
  expect(advice(file, "export * from '../../pages/routes.tsx';")).toContain('src/pages');
  expect(advice(file, "const page = import('../../pages/home-page.tsx');")).toContain('src/pages');
});

test('a word in a text or a comment is no import', () => {
  const source = `// import x from '../app/main.ts'\nexport const text = "from '../app/main.ts'";`;
  expect(forbiddenImports('src/storage/storage.ts', source)).toEqual([]);
});

test("features don't import each other", () => {
  const file = 'src/features/reading/web/blog-card.tsx';
  expect(advice(file, "import { heart } from '../../wishlist/web/heart.tsx';")).toContain(
    "features don't know each other",
  );
});

test('a room of a feature may import only the rooms before it', () => {
  const file = 'src/features/writing/drafts/web/preview-link.tsx';
  const editor = "import { BlogForm } from '../../editor/web/blog-form.tsx';";
  expect(advice(file, editor)).toContain('the room drafts of writing may not know editor');
  expect(advice(file, "import { Part } from '../../common/web/part.tsx';")).toBe('');
  expect(advice('src/features/writing/editor/web/add-blog.tsx', editor)).toBe('');
  expect(forbiddenImports('src/features/writing/drafts/web/save.test.ts', editor)).toEqual([]);
  expect(advice('src/features/writing/web/x.tsx', "import { x } from './y.ts';")).toContain(
    'Move it into one',
  );
});

test('only test code may import from several features', () => {
  const source = "import { addBlog } from '../../writing/contract.ts';";
  expect(forbiddenImports('src/features/transfer/server/export.test.ts', source)).toEqual([]);
  expect(forbiddenImports('src/features/transfer/server/testing-blogs.ts', source)).toEqual([]);
  expect(advice('src/features/transfer/server/export.ts', source)).toContain('know each other');
});

test('src/app imports features in features.ts only', () => {
  const feature = "import { commentsFeature } from '../features/comments/feature.ts';";
  const server = "import { countComments } from '../features/comments/server/count-comments.ts';";
  expect(forbiddenImports('src/app/features.ts', feature)).toEqual([]);
  for (const source of [feature, server]) {
    expect(advice('src/app/build-app.ts', source)).toContain('derive from the list');
  }
});

test('feature.ts may not import browser code, nor be imported by it', () => {
  const file = 'src/features/comments/feature.ts';
  expect(advice(file, "import { list } from './web/comment-list.tsx';")).toContain(
    'made for the browser',
  );
  const source = "import { commentsFeature } from '../feature.ts';";
  expect(advice('src/features/comments/web/comment-list.tsx', source)).toContain('contract.ts');
});

test('src/blog and src/paths.ts may not import features', () => {
  expect(
    advice('src/blog/server/store-blog.ts', "import { s } from '../../features/search/x.ts';"),
  ).toContain('src/blog may not know src/features');
  expect(advice('src/paths.ts', "import { x } from './features/search/contract.ts';")).toContain(
    'src/paths.ts may not know src/features',
  );
  expect(forbiddenImports('src/paths.ts', "import { c } from './blog/contract.ts';")).toEqual([]);
});

test('browser code imports neither Node, nor server code, nor the database', () => {
  const file = 'src/features/reading/web/blog-card.tsx';
  expect(advice(file, "import { readFile } from 'node:fs';")).toContain('no Node');
  expect(advice(file, "import { store } from '../server/blog-store.ts';")).toContain('contract.ts');
  expect(
    advice('src/pages/home.tsx', "import { everything } from '../storage/storage.ts';"),
  ).toContain('contract.ts');
  expect(
    advice('src/pages/home.tsx', "import { runAnswer } from '../platform/http/answers.ts';"),
  ).toContain('src/platform/http');
});

test('a contract imports neither browser code nor server code', () => {
  for (const [name, room] of [
    ['contract.ts', '.'],
    ['contract/draft.ts', '..'],
  ]) {
    const file = `src/features/account/${name}`;
    expect(advice(file, `import { query } from '${room}/web/queries.ts';`)).toContain('both sides');
    expect(advice(file, `import { rule } from '${room}/server/rules.ts';`)).toContain(
      'contract.ts',
    );
  }
});

test('server code does not import browser code', () => {
  expect(
    advice('src/features/reading/server/answers.ts', "import { card } from '../web/card.tsx';"),
  ).toContain('made for the browser');
});

test('browser code may import types of server code, which are erased', () => {
  const source = "import type { Answer } from '../platform/http/answers.ts';";
  expect(forbiddenImports('src/pages/home.tsx', source)).toEqual([]);
});

test('server code that runs from its sources may not import JSX', () => {
  const source = "import { link } from '../platform/web/ui/link.tsx';";
  expect(advice('src/app/rendering/failure-page.ts', source)).toContain('runs from its sources');
  expect(advice('src/app/rendering/failure-page.ts', source.replace('{ link', '{ type Link'))).toBe(
    '',
  );
});

test('browser code may import dynamically by lazyChunk only', () => {
  const file = 'src/features/reading/web/charts.tsx';
  for (const source of [
    "const load = () => import('./chart.ts');",
    "void import('./chart.ts').then(({ show }) => show());",
    "import { lazy } from 'react'; const Chart = lazy(load);",
    "const routes = [{ path: '/', lazy: load }];",
    "const pages = import.meta.glob('./*.tsx');",
  ]) {
    expect(advice(file, source)).toContain('lazyChunk');
    expect(advice('src/features/reading/server/charts.ts', source)).toBe('');
  }
  for (const source of [
    "const load = lazyChunk(() => import('./chart.ts'));",
    "type Chart = typeof import('./chart.ts');",
  ]) {
    expect(advice(file, source)).toBe('');
  }
});

test('only code that owns the texts may name the tables that hold every state', () => {
  const sql =
    'const rows = sql`select 1 from people join comments on true where id in (select id from blogs)`;';
  const view = 'const rows = sql`select 1 from published_blogs blogs where blogs.id = 1`;';
  const raw = "import { allTexts } from '../../../blog/server/texts.ts';";
  const reader = 'src/features/reading/server/find-beside.ts';
  expect(forbiddenImports(reader, sql).map(({ imported }) => imported.slice(0, 20))).toEqual([
    'the table `comments`',
    'the table `blogs` (a',
  ]);
  expect(advice(reader, sql)).toContain('published_blogs');
  expect(advice(reader, raw)).toContain('published_blogs');
  expect(forbiddenImports(reader, view)).toEqual([]);
  const own = 'src/features/comments/server/own.ts';
  expect(forbiddenImports(own, `${raw}\n${sql}`)).toEqual([]);
  const deeper = raw.replace('../', '../../');
  const inRoom = 'src/features/writing/drafts/server/own.ts';
  expect(forbiddenImports(inRoom, `${deeper}\n${sql}`)).toEqual([]);
});
