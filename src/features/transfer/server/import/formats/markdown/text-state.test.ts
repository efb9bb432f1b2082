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
