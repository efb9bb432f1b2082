import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readTar, type TarFile, writeTar } from './tar.ts';

const madeAt = Date.UTC(2026, 6, 4);
const files: readonly TarFile[] = [
  { name: 'about.json', content: Buffer.from('{}') },
  { name: `uploads/${'x'.repeat(80)}.avif`, content: Buffer.alloc(70_000, 'picture') },
  { name: 'empty', content: Buffer.alloc(0) },
];

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const written = () => buffer(writeTar(each(files), madeAt));

/** The archive in chunks of 777 bytes, whose ends fall within headers and file contents. */
function* inPieces(archive: Buffer): Generator<Buffer> {
  for (let at = 0; at < archive.length; at += 777) yield archive.subarray(at, at + 777);
}

async function read(archive: Buffer): Promise<readonly TarFile[]> {
  const found: TarFile[] = [];
  for await (const { name, content } of readTar(each([...inPieces(archive)]))) {
    found.push({ name, content: await buffer(content) });
  }
  return found;
}

/** A header as every version up to 0.2.0 wrote it. */
function earlierHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(512);
  const fields: readonly (readonly [number, string])[] = [
    [0, name],
    [100, '0000600'],
    [108, '0000000'],
    [116, '0000000'],
    [124, bytes.toString(8).padStart(11, '0')],
    [136, '15222062423'],
    [148, '        '],
    [156, '0'],
    [257, 'ustar\u000000'],
  ];
  for (const [at, text] of fields) header.write(text, at, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

test('files written to an archive are read back with their names and contents', async () => {
  expect(await read(await written())).toEqual(files);
});

test('archives of earlier versions are read', async () => {
  const content = Buffer.from('{"format":"The Content Hub, backup"}');
  const padding = Buffer.alloc(512 - content.length);
  const header = earlierHeader('about.json', content.length);
  const archive = Buffer.concat([header, content, padding, Buffer.alloc(1_024)]);
  expect(await read(archive)).toEqual([{ name: 'about.json', content }]);
});

test('an archive truncated at any position is refused', async () => {
  const archive = await written();
  for (const length of [0, 100, 512, 513, 1_024, 40_000, archive.length - 512]) {
    await expect(read(archive.subarray(0, length)), String(length)).rejects.toThrow('was cut');
  }
});

test('an archive with a changed header or with bytes after its end is refused', async () => {
  const archive = await written();
  for (const at of [0, 101, 124, 148, 156, 257, 1_024]) {
    const changed = Buffer.from(archive);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(read(changed), String(at)).rejects.toThrow('was changed');
  }
  await expect(read(Buffer.concat([archive, Buffer.from('x')]))).rejects.toThrow('was changed');
});

test('an error of the file source fails the archive, and an error of the archive source fails its reader', async () => {
  const gone = Object.assign(new Error('the disk is gone'), { code: 'EIO' });
  async function* failing<T>(first: T): AsyncGenerator<T> {
    yield first;
    throw gone;
  }
  await expect(buffer(writeTar(failing(files[0] as TarFile), madeAt))).rejects.toBe(gone);
  const archive = await written();
  const reading = async () => {
    for await (const { content } of readTar(failing(archive.subarray(0, 5_000)))) {
      await buffer(content);
    }
  };
  await expect(reading()).rejects.toBe(gone);
});

test('the writer pulls files only as fast as the archive is read, and closes the file source when reading stops', async () => {
  let asked = 0;
  let isEnded = false;
  async function* endless(): AsyncGenerator<TarFile> {
    try {
      for (; ; asked += 1) yield { name: `${asked}`, content: Buffer.alloc(1_000_000) };
    } finally {
      isEnded = true;
    }
  }
  let taken = 0;
  for await (const piece of writeTar(endless(), madeAt)) {
    taken += piece.length;
    if (taken > 50_000_000) break;
  }
  expect({ isEnded, isAhead: asked > 70 }).toEqual({ isEnded: true, isAhead: false });
});
