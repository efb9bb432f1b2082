import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStaticFiles } from './static-files.ts';

async function siteWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-files-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const serve = createStaticFiles({ folder, isHttps: false });
  const server = createServer((request, response) => {
    if (!serve(request, response)) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { folder, url: `http://127.0.0.1:${port}` };
}

test('a file that was deleted by a new build fails its own request only', async () => {
  const { folder, url } = await siteWith({ 'assets/old.js': 'old', 'assets/kept.js': 'kept' });
  // The files are listed at the first request.
  await (await fetch(`${url}/assets/kept.js`)).text();
  rmSync(path.join(folder, 'assets/old.js'));
  await expect(fetch(`${url}/assets/old.js`).then((reply) => reply.text())).rejects.toThrow();
  expect(await (await fetch(`${url}/assets/kept.js`)).text()).toBe('kept');
});

test('the icon and the manifest are served from the root with their content types', async () => {
  const { url } = await siteWith({ 'favicon.ico': 'icon', 'site.webmanifest': '{}' });
  const icon = await fetch(`${url}/favicon.ico`);
  const manifest = await fetch(`${url}/site.webmanifest`);
  expect(icon.headers.get('content-type')).toMatch(/^image\//);
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
  expect((await fetch(`${url}/robots.txt`)).status).toBe(404);
});

test('the service worker is sent with no-cache and may connect to this site only', async () => {
  const { url } = await siteWith({ 'sw.js': 'worker' });
  const { headers } = await fetch(`${url}/sw.js`);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-type')).toMatch(/javascript/);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
});

test('other sites, such as readers of feeds, may show pictures and nothing else', async () => {
  const { url } = await siteWith({ 'images/sea.webp': 'sea', 'assets/a.js': 'script' });
  const policyOf = async (path: string) =>
    (await fetch(url + path)).headers.get('cross-origin-resource-policy');
  expect(await policyOf('/images/sea.webp')).toBe('cross-origin');
  expect(await policyOf('/assets/a.js')).toBe('same-origin');
});

test.each(['bytes=9-1', 'bytes=1-', 'bytes=-1', 'bytes=99-', 'bytes=0-0,2-3', 'bytes=x-y', 'x'])(
  'a file requested with the range "%s" is sent whole',
  async (range) => {
    const { url } = await siteWith({ 'favicon.ico': 'icon' });
    const reply = await fetch(`${url}/favicon.ico`, { headers: { range } });
    expect([reply.status, await reply.text()]).toEqual([200, 'icon']);
  },
);
