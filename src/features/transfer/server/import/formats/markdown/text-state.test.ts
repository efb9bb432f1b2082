import { describe, expect, test } from 'vitest';
import { readFrontMatter } from '../../read-front-matter.ts';
import { folderOf, readExport } from '../testing-exports.ts';
import { stateOf } from './text-state.ts';

const now = Date.UTC(2024, 5, 1);

function read(yaml: string) {
  const { fields } = readFrontMatter(`---\ntitle: x\n${yaml}\n---\n`);
  return stateOf(fields, { now });
}

describe('the state of a text by its front matter', () => {
  test.each([
    'draft: true',
    'draft: "true"',
    'Draft: True',
    'draft: yes',
    'draft: 1',
    'draft: until spring',
    'published: false',
    'published: "false"',
    'published: no',
    'published: off',
    'published: not yet',
    'publish: false',
    'unpublished: true',
    'status: Draft',
    'draft: true\nexpiryDate: 2021-01-01',
  ])('%s: a draft', (yaml) => {
    expect(read(yaml).state).toBe('draft');
  });

  test.each([
    'publishDate: 2036-01-01',
    'date: 2020-01-01\npublish_date: 2036-01-01',
    'date: 2020-01-01\npubdate: 2036-01-01',
    'date: 2036-01-01',
    'published: 2036-01-01',
    'date: 2020-01-01\npublishDate: in spring',
  ])('%s: scheduled', (yaml) => {
    expect(read(yaml).state).toBe('scheduled');
  });

  test.each([
    ['expiryDate: 2024-05-31', 'it had expired there'],
    ['unpublishdate: 2021-01-01', 'it had expired there'],
    ['expiryDate: soon', 'it had expired there'],
    ['build:\n  render: never', 'it had no page there'],
    ['_build:\n  render: link', 'it had no page there'],
    ['_build:\n  render: false', 'it had no page there'],
    ['headless: true', 'it had no page there'],
    ['build:\n  list: never', 'it was hidden there'],
    ['hidden: true', 'it was hidden there'],
    ['private: yes', 'it was hidden there'],
    ['unlisted: "true"', 'it was hidden there'],
    ['public: no', 'it was hidden there'],
    ['visibility: members', 'it was hidden there'],
  ])('%s: private, and a note says why', (yaml, note) => {
    expect(read(yaml)).toMatchObject({ state: 'private', notes: [note] });
  });

  test.each([
    '',
    'draft: false',
    'draft: "false"',
    'draft: no',
    'draft:',
    'published: true',
    'published: yes',
    'published: 2020-01-01',
    'published:',
    'date: 2020-01-01\npublishDate: 2021-01-01\nexpiryDate: 2024-06-02',
    'build:\n  render: always\n  list: local\n  publishResources: false',
    'headless: false\nhidden: off\nprivate: "no"',
    'status: evergreen\nvisibility: public',
  ])('%j: published', (yaml) => {
    expect(read(yaml)).toEqual({ state: 'published', audience: 'everybody', notes: [] });
  });

  test('one with a password was for those who know it', () => {
    expect(read('password: abc')).toMatchObject({ state: 'published', audience: 'password' });
  });
});

test('texts that a site did not publish are no published texts, whatever their format', async () => {
  const { texts } = await readExport(
    folderOf({
      'hugo.toml': '',
      'content/a.md': '+++\ntitle = "A"\ndate = 2020-01-01\ndraft = "true"\n+++\n\nSecret.\n',
      'content/b.md': '+++\ntitle = "B"\ndate = 2020-01-01\nexpiryDate = 2021-01-01\n+++\n\nOld.\n',
      'content/c.md': '{\n"title": "C",\n"draft": "yes"\n}\n\nSecret.\n',
      'content/Drafts/d.md': '---\ntitle: D\n---\n\nSecret.\n',
      'content/e.md': '---\ntitle: E\ndate: 2020-01-01\n---\n\nOpen.\n',
    }),
  );
  expect(texts.map(({ title, state }) => `${title} ${state}`).toSorted()).toEqual([
    'A draft',
    'B private',
    'C draft',
    'D draft',
    'E published',
  ]);
});

test('texts inherit what their site says of them: Hugo’s cascades and sections', async () => {
  const text = (title: string, fields = '') =>
    `---\ntitle: ${title}\ndate: 2020-01-01\n${fields}---\n\nWords.\n`;
  const { texts } = await readExport(
    folderOf({
      'hugo.toml': '[[cascade]]\nhidden = true\n[cascade.target]\npath = "{/notes/**,/x}"\n',
      'content/secret/_index.md': '---\ncascade:\n  draft: true\n  author: Al\n---\n',
      'content/secret/a.md': text('A'),
      'content/secret/b.md': text('B', 'draft: false\nauthor: Bo\n'),
      'content/secret/deep/c.md': text('C'),
      'content/targets/_index.md':
        '---\ncascade:\n  - target:\n      path: /targets/inner**\n    _build:\n      render: never\n  - target: {kind: section}\n    draft: true\n---\n',
      'content/targets/inner/d/index.md': text('D'),
      'content/targets/e.md': text('E'),
      'content/notes/f.md': text('F'),
      'content/left/_index.md': '---\ndraft: "yes"\n---\n',
      'content/left/deep/g.md': text('G'),
    }),
  );
  expect(
    texts.map(({ title, state, authors }) => `${title} ${state} ${authors[0]?.name ?? ''}`.trim()),
  ).toEqual([
    'G draft',
    'F private',
    'A draft Al',
    'B published Bo',
    'C draft Al',
    'E published',
    'D private',
  ]);
});

test('texts inherit what their site says of them: Jekyll’s defaults', async () => {
  const text = (title: string, fields = '') => `---\ntitle: ${title}\n${fields}---\n\nWords.\n`;
  const { texts } = await readExport(
    folderOf({
      '_config.yml':
        'defaults:\n  - scope: {path: _posts/old, type: posts}\n    values: {published: false}\n  - scope: {path: ""}\n    values: {author: Al, permalink: "/:title/", published: true}\n  - scope: {path: "_posts/*/mine", type: posts}\n    values: {private: true}\n  - scope: {path: "", type: pages}\n    values: {published: false}\n',
      '_posts/2020-01-02-a.md': text('A'),
      '_posts/old/2020-01-02-b.md': text('B'),
      '_posts/old/2020-01-02-c.md': text('C', 'published: true\n'),
      '_posts/new/mine/2020-01-02-d.md': text('D'),
      '_posts/undated.md': text('E', 'date: 2020-01-02\n'),
      '_drafts/f.md': text('F', 'date: 2020-01-02\n'),
    }),
  );
  expect(
    Object.fromEntries(
      texts.map(({ title, state, addresses, authors }) => [
        title,
        [state, addresses[0], authors[0]?.name].join(' '),
      ]),
    ),
  ).toEqual({
    A: 'published /a/ Al',
    B: 'draft /b/ Al',
    C: 'published /c/ Al',
    D: 'private /d/ Al',
    // Jekyll ignores it.
    E: 'private /undated/ Al',
    F: 'draft /f/ Al',
  });
});
