import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { siteCommand } from '../../scripts/launcher/site.mjs';
import { createTestDatabase, testEngine } from '../../src/storage/testing.ts';
import { freePort } from '../free-port.ts';
import { fetchOnce, runProgram, startSite } from '../running-site.ts';
import { signUp } from '../site-member.ts';

/** Creates a temporary folder for one test. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-journey-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startAndEnd(settings: Readonly<Record<string, string>>) {
  const port = String(await freePort());
  return runProgram(siteCommand, { PORT: port, DATA_DIR: newFolder(), ...settings });
}

async function titlesAt(siteUrl: string): Promise<string[]> {
  const blogs: { title: string }[] = await (
    await fetchOnce(`${siteUrl}/api/allBlogs?limit=100`)
  ).json();
  return blogs.map(({ title }) => title);
}

async function importBlog(dataDir: string, title: string): Promise<void> {
  const file = path.join(newFolder(), 'blog.md');
  writeFileSync(file, `---\ntitle: ${title}\ndate: 2026-01-02\n---\n\nA few words.\n`);
  const { code, output } = await runProgram(['src/app/commands/import.ts', file], {
    DATA_DIR: dataDir,
  });
  expect({ code, output }).toMatchObject({ code: 0 });
}

test('a port in use ends the start with one line that names it and the remedy', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { code, output } = await startAndEnd({ PORT: String(port), DEMO: 'off' });
  expect(code).toBe(1);
  // Somewhere: it and the log are different streams, which arrive in any order.
  expect(output.split('\n')).toContain(
    `Port ${port} is in use already. Stop the program that uses it, or set PORT to another number.`,
  );
  expect(output).not.toMatch(/^\s+at /m);
});

test.for([
  [{ PORT: 'abc' }, "These settings can't be used: PORT must be a number.\n"],
  [
    { DEMO: 'maybe', READING: 'nobody' },
    "These settings can't be used: DEMO must be on or off; READING must be members or public.\n",
  ],
  [
    { DATABASE_URL: 'mysql://localhost/blogs' },
    "These settings can't be used: DATABASE_URL must look like postgres://user:password@host:5432/database.\n",
  ],
] as const)('the settings %o are refused in one line', async ([settings, line]) => {
  const { code, output } = await startAndEnd(settings);
  expect({ code, output }).toEqual({ code: 1, output: line });
});

test('a data folder that is not writable is refused in one line', async () => {
  const file = path.join(newFolder(), 'file');
  writeFileSync(file, '');
  const folder = path.join(file, 'data');
  const { code, output } = await startAndEnd({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The data folder .*Set DATA_DIR to a folder that this user may write\.\n$/,
  );
  expect(output).toContain(folder);
});

test('a database server that does not answer is named in one line, without its password', async () => {
  const port = await freePort();
  const { code, output } = await startAndEnd({
    DATABASE_URL: `postgres://hub:open-sesame@127.0.0.1:${port}/hub`,
  });
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
  expect(output).toContain(`127.0.0.1:${port}`);
  expect(output).toContain('DATABASE_URL');
  expect(output).not.toContain('open-sesame');
});

test('the site prints its address, stops in order on request, and keeps its data for the next start', {
  tags: 'slow',
}, async () => {
  const dataDir = newFolder();
  const first = await startSite({ DATA_DIR: dataDir });
  expect(first.output()).toContain(
    'The database was empty: 27 blogs to look around in have been added.',
  );
  expect(first.output()).toMatch(/^The Content Hub \d+\.\d+\.\d+$/m);
  expect(first.output()).toContain(`The Content Hub is ready at ${first.url}\n`);
  const titles = await titlesAt(first.url);
  const [blog] = await (await fetchOnce(`${first.url}/api/latestBlogs`)).json();
  await first.stop();
  expect(first.exitCode()).toBe(0);
  await expect(fetchOnce(first.url)).rejects.toThrow();

  const second = await startSite({ DATA_DIR: dataDir });
  expect(second.output()).not.toContain('The database was empty');
  expect(await titlesAt(second.url)).toEqual(titles);
  expect((await fetchOnce(`${second.url}/blog/${blog._id}`)).status).toBe(200);
  await second.stop();
  expect(second.exitCode()).toBe(0);
});

test('the demo content is added to an empty database only, and not with DEMO=off', {
  tags: 'slow',
}, async () => {
  const dataDir = newFolder();
  const without = await startSite({ DATA_DIR: dataDir, DEMO: 'off' });
  expect(await titlesAt(without.url)).toEqual([]);
  await without.stop();

  await importBlog(dataDir, 'Mine alone');
  const withOwn = await startSite({ DATA_DIR: dataDir });
  expect(await titlesAt(withOwn.url)).toEqual(['Mine alone']);
  await withOwn.stop();
});

test('a chosen data folder without a site is warned about, and gets no demo content', {
  tags: 'slow',
}, async () => {
  const dataDir = newFolder();
  const settings = { DATA_DIR: dataDir, DEMO: '', LOG_LEVEL: 'info' };
  const first = await startSite(settings);
  const warning = `DATA_DIR (${dataDir}) held no site: a new, empty one begins there.`;
  expect(first.output()).toContain(`\nATTENTION: ${warning}`);
  expect(first.output()).toContain(`"msg":"${warning}`);
  expect(await titlesAt(first.url)).toEqual([]);
  await first.stop();
  // Logs when it is asked to stop, and when it has stopped.
  expect(first.output()).toMatch(/"msg":"asked to end[\s\S]*"msg":"ended in order"/);
  // Until somebody uses it: the site that the first start began may lie below an unmounted disk.
  const second = await startSite(settings);
  expect(second.output()).toContain(
    `\nATTENTION: The site in DATA_DIR (${dataDir}) has no people yet.`,
  );
  await signUp(second.url);
  await second.stop();
  const third = await startSite(settings);
  expect(third.output()).not.toContain('ATTENTION');
  await third.stop();
});

testEngine(
  'postgres',
  'a new data folder beside an existing database is reported as without pictures',
  { tags: 'slow' },
  async () => {
    const { options } = await createTestDatabase('postgres');
    const dataDir = newFolder();
    const settings = { DATABASE_URL: options.databaseUrl ?? '', DATA_DIR: dataDir, DEMO: '' };
    const first = await startSite(settings);
    expect(first.output()).toContain(
      `\nATTENTION: DATA_DIR (${dataDir}) held no pictures: an empty folder for them begins there.`,
    );
    expect(await titlesAt(first.url)).toEqual([]);
    await first.stop();
    const second = await startSite(settings);
    expect(second.output()).not.toContain('ATTENTION');
    await second.stop();
  },
);

test('without DATA_DIR the data folder is in the working directory, with demo blogs and no warning', {
  tags: 'slow',
}, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const cwd = newFolder();
  // The port is in use, so the site ends as soon as the folder exists.
  const { port } = server.address() as AddressInfo;
  const { stdout, status } = spawnSync(process.execPath, siteCommand, {
    cwd,
    env: { PORT: String(port) },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('27 blogs to look around in have been added.');
  expect(stdout).not.toContain('ATTENTION');
  expect(existsSync(path.join(cwd, 'data', 'content-hub.sqlite'))).toBe(true);
});

test('a site of several processes logs when it is asked to stop, and when all have stopped', {
  tags: 'slow',
}, async () => {
  const site = await startSite({ WORKERS: '2', DEMO: 'off', LOG_LEVEL: 'info' });
  await site.stop();
  expect(site.exitCode()).toBe(0);
  await expect.poll(site.output).toMatch(/^Asked to end: [\s\S]*^All processes have ended\.$/m);
  expect(site.output().match(/"msg":"ended in order"/g)).toHaveLength(2);
});

test('the site answers /healthz and /readyz once it runs', { tags: 'slow' }, async () => {
  const site = await startSite({ DEMO: 'off' });
  expect((await fetchOnce(`${site.url}/healthz`)).status).toBe(200);
  expect((await fetchOnce(`${site.url}/readyz`)).status).toBe(200);
  await site.stop();
  expect(site.exitCode()).toBe(0);
});
