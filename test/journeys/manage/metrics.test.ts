// @module-tag slow
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { siteCommand } from '../../../scripts/launcher/site.mjs';
import { backupName, finishedName } from '../../../src/app/backup/backup-format.ts';
import { eventually } from '../../browser.ts';
import { freePort } from '../../free-port.ts';
import { fetchOnce, type RunningSite, runProgram, startSite } from '../../running-site.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

async function startWithMetrics(settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const site = await startSite({ METRICS_PORT: String(port), ...settings });
  onTestFinished(() => site.stop());
  const metricsUrl = `http://127.0.0.1:${port}/metrics`;
  return { site, metricsUrl, scrape: async () => (await fetchOnce(metricsUrl)).text() };
}

/** The values of a metric with all of these labels, such as `route="/"`. */
function valuesOf(text: string, name: string, ...labels: readonly string[]): readonly number[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labels.every((label) => line.includes(label)))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))));
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

function signIn({ url }: RunningSite): Promise<Response> {
  return fetch(`${url}/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', origin: url },
    body: JSON.stringify({ email: 'nobody@example.org', password: 'Secret1' }),
  });
}

test('metrics are served to Prometheus on their own port, and on no other address', async () => {
  const { site, metricsUrl, scrape } = await startWithMetrics();
  for (let visit = 0; visit < 3; visit += 1) {
    const page = await fetchOnce(site.url);
    expect(page.headers.get('server-timing')).toBeNull();
    await page.text();
  }
  for (let made = 0; made < 20; made += 1) {
    await (await fetchOnce(`${site.url}/made-up/${made}`)).text();
  }
  expect((await signIn(site)).status).toBe(400);

  const text = await scrape();
  const counted = (...labels: string[]) => valuesOf(text, 'content_hub_requests_total', ...labels);
  expect(counted('route="/"', 'method="GET"', 'status="200"')).toEqual([3]);
  expect(counted('route="other"')).toEqual([20]);
  expect(text).not.toContain('made-up');
  expect(valuesOf(text, 'content_hub_request_seconds_count', 'route="/"')).toEqual([3]);
  expect(valuesOf(text, 'content_hub_finished_pages_total', 'hit')).toEqual([2]);
  expect(valuesOf(text, 'content_hub_finished_pages_total', 'miss')).toEqual([1]);
  expect(valuesOf(text, 'content_hub_sign_in_failures_total', 'user-not-found')).toEqual([1]);
  expect(sum(valuesOf(text, 'content_hub_render_seconds_count'))).toBeGreaterThan(20);
  expect(sum(valuesOf(text, 'content_hub_database_seconds_count'))).toBeGreaterThan(20);
  expect(valuesOf(text, 'content_hub_queue_length', 'passwords')).toEqual([0]);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).toContain('nodejs_gc_duration_seconds');

  // There is no backup, and no interval is configured.
  expect(valuesOf(text, 'content_hub_backup_age_seconds')).toEqual([]);
  expect(valuesOf(text, 'content_hub_backup_late')).toEqual([0]);
  expect((await fetchOnce(`${site.url}/metrics`)).status).toBe(404);
  expect((await fetchOnce(metricsUrl.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404);
});

test('a request refused by a rate limit is counted', async () => {
  const { site, scrape } = await startWithMetrics({ LIMITS: '0.1', DEMO: 'off' });
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) statuses.push((await signIn(site)).status);
  const count = statuses.filter((status) => status === 429).length;
  expect(count).toBeGreaterThan(0);
  const refused = 'code="too-many-requests"';
  expect(valuesOf(await scrape(), 'content_hub_problems_total', refused)).toEqual([count]);
});

test('one scrape covers all workers, and a replaced worker’s numbers end with it', async () => {
  const { site, scrape } = await startWithMetrics({ WORKERS: '2', DEMO: 'off' });
  for (let visit = 0; visit < 12; visit += 1) await (await fetchOnce(site.url)).text();
  const text = await scrape();
  const visits = valuesOf(text, 'content_hub_requests_total', 'route="/"');
  expect(visits.length).toBe(2);
  expect(sum(visits)).toBe(12);
  expect(valuesOf(text, 'content_hub_workers', 'running')).toEqual([2]);
  expect(valuesOf(text, 'content_hub_workers', 'answering')).toEqual([2]);
  // Each metric is declared once, or Prometheus rejects the whole scrape.
  const names = text.split('\n').filter((line) => line.startsWith('# TYPE'));
  expect(new Set(names).size).toBe(names.length);

  site.signal('SIGHUP');
  await eventually(site.output).toContain('Every process has been replaced.');
  const anew = await scrape();
  expect(valuesOf(anew, 'content_hub_workers', 'answering')).toEqual([2]);
  expect(valuesOf(anew, 'content_hub_requests_in_hand').length).toBe(2);
  expect(valuesOf(anew, 'content_hub_requests_total', 'route="/"')).toEqual([]);
});

test('a worker that does not respond is counted as running, and the others as answering', async () => {
  const { site, scrape } = await startWithMetrics({ WORKERS: '2', DEMO: 'off' });
  const children = execFileSync('pgrep', ['-P', String(site.pid)], { encoding: 'utf8' });
  const [stopped = 0] = children.trim().split('\n').map(Number);
  process.kill(stopped, 'SIGSTOP');
  onTestFinished(() => void process.kill(stopped, 'SIGCONT'));
  const text = await scrape();
  expect(valuesOf(text, 'content_hub_workers', 'running')).toEqual([2]);
  expect(valuesOf(text, 'content_hub_workers', 'answering')).toEqual([1]);
});

test.each(['1', '2'])(
  'a scrape of %s processes is answered where the database is of a newer version',
  async (workers) => {
    const { site, metricsUrl, scrape } = await startWithMetrics({ WORKERS: workers, DEMO: 'off' });
    expect(valuesOf(await scrape(), 'content_hub_outbox_waiting').length).toBe(Number(workers));
    const database = new DatabaseSync(path.join(site.dataDir, 'content-hub.sqlite'));
    database.exec(`alter table outbox rename to emails;
      insert into kysely_migration (name, timestamp) values ('9000-later', '')`);
    database.close();
    for (let times = 0; times < 2; times += 1) {
      const reply = await fetchOnce(metricsUrl);
      expect(reply.status).toBe(200);
      const text = await reply.text();
      expect(valuesOf(text, 'content_hub_outbox_waiting')).toEqual([]);
      expect(valuesOf(text, 'content_hub_requests_in_hand').length).toBe(Number(workers));
    }
    expect(site.exitCode()).toBeNull();
  },
);

test('the age of the newest backup is reported on a site that makes backups', async () => {
  const folder = temporaryFolder('backups');
  onTestFinished(() => folder.remove());
  const { scrape } = await startWithMetrics({
    BACKUP_EVERY: '24h',
    BACKUP_DIR: folder.path,
    DEMO: 'off',
  });
  const ages = async () => valuesOf(await scrape(), 'content_hub_backup_age_seconds');
  expect(await ages()).toEqual([]);
  const hourAgo = Date.now() - 60 * 60_000;
  writeFileSync(path.join(folder.path, finishedName(backupName(hourAgo, 'abcd'))), '');
  const [age = 0] = await ages();
  expect(Math.floor(age / 60)).toBe(60);
  expect(valuesOf(await scrape(), 'content_hub_backup_late')).toEqual([0]);
});

test('a metrics port in use ends the start with one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const taken = String(typeof address === 'object' ? address?.port : '');
  const folder = temporaryFolder('metrics');
  onTestFinished(() => folder.remove());
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    DEMO: 'off',
    METRICS_PORT: taken,
  };
  for (const workers of ['1', '2']) {
    const { code, output } = await runProgram(siteCommand, { ...settings, WORKERS: workers });
    expect(code).toBe(1);
    expect(output.split('\n')).toContain(
      `Metrics can't be served at port ${taken} of 127.0.0.1 (EADDRINUSE): set METRICS_PORT and METRICS_HOST to others.`,
    );
  }
});
