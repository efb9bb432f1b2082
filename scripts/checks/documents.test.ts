import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blogFields } from '../../src/blog/fields.ts';
import { inProject, root } from '../launcher/project.mjs';

const read = (file: string) => readFileSync(inProject(file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
const running = read('docs/running.md');

/** The name by which a heading is linked. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsIn(file: string): readonly string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

test.each(documents)('the links of %s lead to existing files and headings', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = '']) => to);
  const broken = links.filter((link) => {
    const [name = '', anchor] = link.split('#');
    const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    if (!existsSync(inProject(target))) return true;
    return anchor !== undefined && !anchorsIn(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(documents)('the files and folders that %s names exist', (file) => {
  const named = [
    ...read(file).matchAll(/`((?:src|test|scripts|bench|deploy|docs)\/[\w./-]+)`/g),
  ].map(([, name = '']) => name);
  expect(named.filter((name) => !existsSync(inProject(name)))).toEqual([]);
});

test('docs/api.md names each key of the front matter that a file is published with', () => {
  const [, keys = ''] = /front matter of an export \(([^)]*)\)/.exec(read('docs/api.md')) ?? [];
  const named = [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key);
  const known = Object.values(blogFields).flatMap(({ frontMatter }) => frontMatter ?? []);
  expect(named.toSorted()).toEqual(known.toSorted());
});

test('README has at most 90 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('docs/words.md has at most 35 words: a term of the field needs no row', () => {
  const rows = read('docs/words.md').match(/^\| (?!word \|).+ \|$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length).toBeLessThanOrEqual(35);
});

test('docs/running.md begins with its contents, in the order of its parts', () => {
  const [contents = '', ...parts] = running.split(/^## /m);
  const listed = [...contents.matchAll(/^- \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(listed.length).toBeGreaterThan(10);
  expect(listed).toEqual(parts.map((part) => part.split('\n', 1)[0]));
});

test('docs/running.md lists every command', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const [, commands = ''] = running.split('\n## Commands\n');
  const [table = ''] = commands.split('\n## ');
  const missing = Object.keys(scripts).filter(
    (name) => !new RegExp(`npm (?:run )?${name}(?=[\` ])`).test(table),
  );
  expect(missing).toEqual([]);
});

test('docs/running.md lists every setting that is read', () => {
  const names = [...read('src/app/config.ts').matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(40);
  const listed = [...running.matchAll(/^\| `[^|]*/gm)].join();
  expect(names.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});
