import { createServer } from 'node:http';
import { connect } from 'node:net';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openPictureFolder } from './picture-folder.ts';
import { createPictureMaker } from './picture-maker.ts';
import { createPictureServing } from './serve-pictures.ts';
import { pictureRoot, plainPicture } from './testing-pictures.ts';

/** A server with one picture, of everybody or of the requester; it answers 418 where the serving doesn't. */
async function start({ isPublic = true } = {}) {
  const folder = openPictureFolder(pictureRoot());
  const maker = createPictureMaker();
  onTestFinished(() => maker.close());
  async function* bytes() {
    yield await plainPicture(100);
  }
  const coming = await folder.receive(bytes());
  const made = await maker.make(coming, 'ada');
  if (made.outcome !== 'made') throw new Error(made.outcome);
  await folder.place(coming, made.name);
  await coming.drop();
  const serve = createPictureServing({
    folder,
    visibility: { isPublic: () => isPublic, isTheirs: async () => !isPublic },
    isHttps: false,
  });
  const server = createServer((request, response) => {
    if (!serve(request, response)) response.writeHead(418).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}`, port, path: `/images/uploads/${made.name}` };
}

test('a picture that only its owner may see is shown by no other site', async () => {
  const { url, path } = await start({ isPublic: false });
  const { status, headers } = await fetch(`${url}${path}.jpg`);
  expect(status).toBe(200);
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('a picture is served with its type and a sandbox, and revalidated by ETag', async () => {
  const { url, path } = await start();
  for (const [file, type, format] of [
    ['.jpg', 'image/jpeg', 'jpeg'],
    ['-40.webp', 'image/webp', 'webp'],
    ['-40.avif', 'image/avif', 'heif'],
  ] as const) {
    const reply = await fetch(`${url}${path}${file}?x=1`);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=300, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'cross-origin',
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(String(bytes.length)).toBe(reply.headers.get('content-length'));
    expect((await sharp(bytes).metadata()).format).toBe(format);

    const etag = reply.headers.get('etag') ?? '';
    const again = await fetch(`${url}${path}${file}`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(`${url}${path}${file}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
  }
});

/** Sends the target unchanged, where `fetch` would resolve it. */
async function statusOf(port: number, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const data of socket) text += data;
  return text.split(' ', 2)[1] ?? '';
}

test('no address reaches files outside of the pictures or incoming uploads', async () => {
  const { port, path, url } = await start();
  for (const target of [
    '/images/uploads/../../etc/passwd',
    '/images/uploads/..%2f..%2fetc%2fpasswd',
    '/images/uploads/coming/file',
    '/images/uploads/',
    `${path}`,
    `${path}.png`,
    `${path}-41.webp`,
    `${path}/40.jpg`,
    `/images/uploads/${'0'.repeat(32)}-40x30-ffffff.jpg`,
  ]) {
    expect(await statusOf(port, target), target).toBe('404');
  }
  expect(await statusOf(port, '/images/avatar.svg')).toBe('418');
  expect((await fetch(`${url}${path}.jpg`, { method: 'POST' })).status).toBe(418);
});
