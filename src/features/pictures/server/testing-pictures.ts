import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { type MemberSiteOptions, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { UploadedPicture } from '../contract/pictures.ts';
import { pictureAnswers } from './picture-answers.ts';
import { openPictureFolder } from './picture-folder.ts';
import { createPictureMaker, type PictureMaker } from './picture-maker.ts';
import type { PictureLimits } from './picture-store.ts';
import { markerFile } from './shared-folder.ts';

/** One maker for all sites of a test process, since it takes a moment to start; it ends with the process. */
const sharedMaker = createPictureMaker();

export interface PictureSiteOptions extends MemberSiteOptions {
  readonly pictures?: Partial<PictureLimits>;
  readonly maker?: PictureMaker;
}

/** A folder for pictures, removed after the test. */
export function pictureRoot(): string {
  const root = path.join(mkdtempSync(path.join(tmpdir(), 'content-hub-pictures-')), 'uploads');
  onTestFinished(() => rmSync(path.dirname(root), { recursive: true, force: true }));
  return root;
}

/** Starts a site with only the picture feature. */
export async function startPictureSite(storage: Storage, options: PictureSiteOptions = {}) {
  const root = pictureRoot();
  const folder = openPictureFolder(root);
  const limits = {
    bytes: Number.POSITIVE_INFINITY,
    perDay: Number.POSITIVE_INFINITY,
    ...options.pictures,
  };
  const { maker = sharedMaker } = options;
  const site = await startMemberSite(
    storage,
    (parts) => pictureAnswers({ ...parts, folder, maker, limits }),
    options,
  );
  return { ...site, root, folder };
}

type Sendable = Uint8Array | string | ReadableStream;

interface Sender {
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** Sends a file as the page does. */
export function send(sender: Sender, body: Sendable, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/octet-stream' };
  const init = { method: 'POST', body, headers: { ...type, ...headers }, duplex: 'half' };
  return sender.request('/api/pictures', init as RequestInit);
}

/** Uploads a picture; throws if it is refused. */
export async function sent(sender: Sender, body: Sendable): Promise<UploadedPicture> {
  const reply = await send(sender, body);
  if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
  return (await reply.json()) as UploadedPicture;
}

/** All files below a folder; none if it doesn't exist. */
export function filesBelow(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name !== markerFile)
      .map(({ parentPath, name }) => path.join(parentPath, name));
  } catch {
    return [];
  }
}

/** A picture of one colour, which differs by `shade`. */
export function plainPicture(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 90, b: 30 };
  const create = { width: 40, height: 30, channels: 3, background } as const;
  return sharp({ create }).png().toBuffer();
}

/** A photo that is rotated by its metadata, with its camera and place. */
export function photoWithMetadata(): Promise<Buffer> {
  const background = { r: 200, g: 40, b: 30 };
  return sharp({ create: { width: 1_600, height: 900, channels: 3, background } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'Acme Cameras' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A black PNG of one bit per pixel: 40,000 by 40,000 pixels fit into 200 kB. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
