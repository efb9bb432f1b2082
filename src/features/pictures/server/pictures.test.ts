import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { ownPictureFormats, ownPictureOf, widthsOf } from '../../../platform/text/own-picture.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { pictureBytesMax } from '../contract/pictures.ts';
import { openPictureFolder } from './picture-folder.ts';
import { createPictureMaker } from './picture-maker.ts';
import { pictureFileOf } from './serve-pictures.ts';
import {
  blackPng,
  filesBelow,
  photoWithMetadata,
  pictureRoot,
  plainPicture,
  send,
  sent,
  startPictureSite,
} from './testing-pictures.ts';

vi.setConfig({ testTimeout: 60_000 });

const patience = { timeout: 20_000 };

/** Status, code and message of a refusal. */
async function refusalOf(reply: Response): Promise<[number, string, string]> {
  const { code, message } = (await reply.json()) as { code: string; message: string };
  return [reply.status, code, message];
}

testOnEachEngine(
  'a photo is turned upright, stored in every size and format, and stripped of its metadata',
  { tags: 'slow' },
  async ({ storage }) => {
    const { member, root } = await startPictureSite(storage);
    const photo = await photoWithMetadata();
    expect(photo.includes('Acme')).toBe(true);
    const { address, ...rest } = await sent(await member(), photo);
    expect(rest).toEqual({ width: 900, height: 1_600, colour: expect.stringMatching(/^#c[789]2/) });
    const picture = ownPictureOf(address);
    if (!picture) throw new Error(`${address} is no address of a picture.`);
    expect(picture).toMatchObject(rest);

    const files = filesBelow(root);
    const widths = widthsOf(picture);
    expect(widths).toEqual([256, 480, 800, 900]);
    expect(files.map((file) => path.basename(file)).toSorted()).toEqual(
      widths.flatMap((width) => ownPictureFormats.map((format) => `${width}.${format}`)).toSorted(),
    );
    for (const file of files) {
      const bytes = readFileSync(file);
      expect(bytes.includes('Acme')).toBe(false);
      const { format, width, height = 0, exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      const wanted = path.basename(file).replace('avif', 'heif').replace('jpg', 'jpeg');
      expect(`${width}.${format}`).toBe(wanted);
      expect(height / width).toBeCloseTo(16 / 9, 1);
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  },
);

testOnEachEngine(
  'the same picture is stored once and listed for each sender',
  async ({ storage }) => {
    const { member, root } = await startPictureSite(storage);
    const [ada, ben] = [await member('Ada'), await member('Ben')];
    const picture = await plainPicture(10);
    const first = await sent(ada, picture);
    expect(await sent(ada, picture)).toEqual(first);
    expect(await sent(ben, picture)).toEqual(first);
    const rows = await storage.reader.selectFrom('pictures').select('owner_id').execute();
    expect(rows.map(({ owner_id }) => owner_id).toSorted()).toEqual(
      [ada.person.id, ben.person.id].toSorted(),
    );
    expect(filesBelow(root)).toHaveLength(3);
  },
);

const html = '<!DOCTYPE html><title>x</title><script>alert(1)</script>';
const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';

testOnEachEngine(
  'a file that is not a valid picture is refused with its reason and leaves no file',
  { tags: 'slow' },
  async ({ storage }) => {
    const { member, root } = await startPictureSite(storage);
    const ada = await member();
    const photo = await photoWithMetadata();
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const cases: readonly (readonly [string, Buffer, number, RegExp])[] = [
      ['nothing at all', Buffer.alloc(0), 400, /is empty/],
      ['a page that is called a picture', Buffer.from(html), 400, /is a web page/],
      ['a drawing', Buffer.from(svg), 400, /SVG/],
      ['a text', Buffer.from('Dear diary, today.'), 400, /not a picture/],
      ['a telephone’s own format', heic, 400, /HEIC/],
      ['half a photo', photo.subarray(0, photo.length / 2), 400, /can’t be read as one/],
      ['the beginning of one', photo.subarray(0, 20), 400, /can’t be read as one/],
      ['40,000 by 40,000 pixels', blackPng(40_000), 413, /too many pixels/],
      ['one byte too many', Buffer.alloc(pictureBytesMax + 1, photo), 413, /too large/],
    ];
    for (const [name, bytes, status, message] of cases) {
      const [received, , sentence] = await refusalOf(await send(ada, bytes));
      expect([received, sentence], name).toEqual([status, expect.stringMatching(message)]);
    }
    // Without a content length that gives the size in advance.
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(photo)),
    });
    expect((await refusalOf(await send(ada, endless)))[1]).toBe('picture-too-heavy');
    expect(filesBelow(root)).toEqual([]);
    expect(await storage.reader.selectFrom('pictures').selectAll().execute()).toEqual([]);
    // A refused file doesn't block the next one.
    await sent(ada, photo);
  },
);

testOnEachEngine(
  'a file that is also a web page or an archive keeps only its pixels',
  async ({ storage }) => {
    const { member, root } = await startPictureSite(storage);
    const photo = await photoWithMetadata();
    // A comment within the JPEG, and a page and an archive after it.
    const comment = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, html.length + 2]),
      Buffer.from(html),
    ]);
    const two = Buffer.concat([
      photo.subarray(0, 2),
      comment,
      photo.subarray(2),
      Buffer.from(`${html}PK\x03\x04`),
    ]);
    await sent(await member(), two);
    expect(filesBelow(root).length).toBeGreaterThan(0);
    for (const file of filesBelow(root)) {
      expect(readFileSync(file).includes('script')).toBe(false);
      expect(readFileSync(file).includes('PK\x03\x04')).toBe(false);
    }
  },
);

testOnEachEngine('visitors, other sites and wrong types are refused', async ({ storage }) => {
  const { member, visitor, root } = await startPictureSite(storage);
  const picture = await plainPicture(1);
  const ada = await member();
  const refused = [
    await send(visitor, picture),
    await send(ada, picture, { 'sec-fetch-site': 'cross-site' }),
    await send(ada, picture, { 'content-type': 'image/png' }),
    await send(ada, '{}', { 'content-type': 'application/json' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 415, 415]);
  const elsewhere = await ada.request('/api/nowhere', {
    method: 'POST',
    body: new Uint8Array(picture),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(elsewhere.status).toBe(415);
  expect(filesBelow(root)).toEqual([]);
});

testOnEachEngine('a visitor is refused before the body has been received', async ({ storage }) => {
  const { url } = await startPictureSite(storage);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/pictures HTTP/1.1\r\nHost: ${hostname}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n`,
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.once('data', (data) => resolve(data.toString()));
  expect(await promise).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

testOnEachEngine(
  'an upload that breaks off leaves no file, and the next one succeeds',
  async ({ storage }) => {
    const { url, member, root } = await startPictureSite(storage);
    const ada = await member();
    const photo = await photoWithMetadata();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/pictures HTTP/1.1\r\nHost: ${hostname}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${ada.cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${photo.length}\r\n\r\n`,
    );
    socket.write(photo.subarray(0, photo.length / 2));
    await vi.waitFor(() => expect(filesBelow(root)).toHaveLength(1), patience);
    // A second upload at the same time is refused.
    expect((await refusalOf(await send(ada, photo)))[1]).toBe('picture-running');
    socket.destroy();
    await vi.waitFor(() => expect(filesBelow(root)).toEqual([]), patience);
    await vi.waitFor(() => sent(ada, photo), patience);
  },
);

testOnBothEngines('an account has a limit of pictures a day', async ({ storage }) => {
  const { member, clock } = await startPictureSite(storage, { pictures: { perDay: 2 } });
  const ada = await member();
  await sent(ada, await plainPicture(1));
  await sent(ada, await plainPicture(2));
  const [status, code] = await refusalOf(await send(ada, await plainPicture(3)));
  expect([status, code]).toEqual([429, 'enough-pictures-today']);
  await sent(await member('Ben'), await plainPicture(3));
  clock.now += 24 * 60 * 60_000;
  await sent(ada, await plainPicture(3));
});

testOnBothEngines('an account without room gets no-room-for-pictures', async ({ storage }) => {
  const { member, root } = await startPictureSite(storage, { pictures: { bytes: 2_000 } });
  const ada = await member();
  let taken = 0;
  for (let shade = 0; shade < 20; shade += 1) {
    const reply = await send(ada, await plainPicture(shade * 10));
    if (reply.status === 201) taken += 1;
    else expect((await refusalOf(reply)).slice(0, 2)).toEqual([413, 'no-room-for-pictures']);
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(20);
  expect(filesBelow(root)).toHaveLength(taken * 3);
});

testOnEachEngine('the upload rate of an account is limited', async ({ storage }) => {
  const { member } = await startPictureSite(storage, { limits: 1 });
  const ada = await member();
  const statuses: number[] = [];
  for (let time = 0; time < 31; time += 1) {
    statuses.push((await send(ada, 'no picture')).status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

testOnEachEngine('a full disk gives 503 and leaves no partial picture', async ({ storage }) => {
  const { member, root, folder } = await startPictureSite(storage);
  const ada = await member();
  await sent(ada, await plainPicture(1));
  const before = filesBelow(root);
  await folder.tidy(Date.now() + 1e9);
  // A file in place of the folder for incoming uploads makes writing fail.
  rmSync(path.join(root, 'coming'), { recursive: true });
  writeFileSync(path.join(root, 'coming'), '');
  const reply = await send(ada, await plainPicture(2));
  expect(reply.headers.get('retry-after')).toBe('60');
  expect(await refusalOf(reply)).toEqual([
    503,
    'unavailable',
    expect.stringContaining('no room for pictures'),
  ]);
  expect(filesBelow(root)).toEqual([...before, path.join(root, 'coming')].toSorted());
  expect(await storage.reader.selectFrom('pictures').selectAll().execute()).toHaveLength(1);
});

test('a picture that takes too long to decode is given up, and the next one is made', {
  tags: 'slow',
}, async () => {
  const folder = openPictureFolder(pictureRoot());
  const slow = createPictureMaker({ deadline: 1 });
  const maker = createPictureMaker({ idle: 1 });
  async function* once(bytes: Buffer) {
    yield bytes;
  }
  try {
    const photo = await photoWithMetadata();
    const first = await folder.receive(once(photo));
    expect((await slow.make(first, 'ada')).outcome).toBe('too-slow');
    const second = await folder.receive(once(photo));
    const third = await folder.receive(once(photo));
    expect((await maker.make(second, 'ada')).outcome).toBe('made');
    expect((await maker.make(third, 'ada')).outcome).toBe('made');
  } finally {
    await Promise.all([slow.close(), maker.close()]);
  }
  await expect(maker.make({ file: '', folder: '' }, 'ada')).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('an address is parsed to a file of a picture or refused', () => {
  const name = `${'a'.repeat(32)}-900x1600-c82820`;
  const at = (rest: string) => pictureFileOf(`/images/uploads/${rest}`)?.file;
  expect(at(`${name}.jpg`)).toBe('900.jpg');
  expect(at(`${name}-480.avif`)).toBe('480.avif');
  expect(at(`${name}-900.webp`)).toBe('900.webp');
  for (const wrong of [
    `${name}.avif`,
    `${name}-481.avif`,
    `${name}-1280.avif`,
    `${name}-480.png`,
    `${name}-480.avif/..`,
    `../${name}.jpg`,
    `..%2f${name}.jpg`,
    `%2e%2e/${name}.jpg`,
    `${name}.jpg%00`,
    `${name.toUpperCase()}.jpg`,
    `coming/${name}.jpg`,
    '',
    '.jpg',
    '-.jpg',
  ]) {
    expect(at(wrong), wrong).toBeUndefined();
  }
});
