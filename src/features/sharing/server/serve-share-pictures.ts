import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { notFound, Problem, unavailable } from '../../../platform/contract/problems.ts';
import {
  createRequestId,
  problemBody,
  problemHeaders,
} from '../../../platform/http/raw-problem.ts';
import { securityHeaders } from '../../../platform/http/security-headers.ts';
import { nameIn, type OwnSettings } from '../../../platform/site/own-settings.ts';
import {
  readShareAddress,
  sharePictureAddress,
  sharePictureFolder,
} from '../../../platform/site/share-address.ts';
import type { SharedPage } from '../../../platform/site/shared-page.ts';
import type { JobProcess } from '../../../platform/threads/job-process.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type CoverSource, findShared, isCoverHidden, readCover } from './find-shared.ts';
import type { DrawnPicture, ShareJob } from './share-job.ts';
import type { ShareStore } from './share-store.ts';

export interface SharePictureParts extends CoverSource {
  readonly storage: Storage;
  readonly settings: { get(): Promise<OwnSettings> };
  readonly store: ShareStore;
  readonly drawer: Pick<JobProcess<ShareJob, DrawnPicture>, 'run'>;
  readonly isHttps: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * The same lifetime as for uploaded pictures: a taken-down picture soon disappears from caches. Otherwise the content
 * at an address never changes, so revalidation costs a 304.
 */
const caching = 'public, max-age=300, must-revalidate';
/** Seconds. */
const retryAfter = 5;
/** All jobs share one queue. */
const owner = 'share pictures';
const bylineMax = 70;

/**
 * Serves the preview pictures of shared links; false for every other path. Each is drawn on its first request, in
 * another process, and only if the address matches the page's current content: made-up addresses cause no work.
 */
export function createSharePictures(parts: SharePictureParts) {
  const { storage, settings, store, drawer, isHttps, onError } = parts;
  const fixed = {
    ...securityHeaders({ kind: 'picture', isHttps }),
    'cache-control': caching,
  };
  const fontFolder = path.join(parts.publicFolder, 'share-fonts');
  /** Coalesces concurrent requests for the same picture, by name. */
  const running = new Map<string, Promise<Uint8Array>>();

  async function draw(name: string, job: ShareJob): Promise<Uint8Array> {
    const drawn = await drawer.run(job, owner);
    if (drawn.outcome !== 'drawn')
      throw unavailable({ retryAfter, cause: new Error(drawn.reason) });
    await store.keep(name, drawn.jpeg).catch(onError);
    return drawn.jpeg;
  }

  async function pictureOf(digest: string, page: SharedPage, own: OwnSettings) {
    const isHidden = await isCoverHidden(storage.reader, page);
    // A cover that was taken down since is left out of the picture as well.
    const cover = isHidden ? undefined : await readCover(parts, storage.reader, page.cover);
    const name = `${digest}-${cover ? 'cover' : 'words'}`;
    const kept = await store.find(name);
    if (kept) return { name, jpeg: kept };
    const byline =
      page.byline.length > bylineMax
        ? `${[...page.byline].slice(0, bylineMax).join('')}…`
        : page.byline;
    const job = { siteName: nameIn(own), title: page.title, byline, cover, fontFolder };
    const drawing = running.get(name) ?? draw(name, job).finally(() => void running.delete(name));
    running.set(name, drawing);
    return { name, jpeg: await drawing };
  }

  async function send(path: string, response: ServerResponse): Promise<void> {
    const asked = readShareAddress(path);
    if (!asked) throw notFound();
    const own = await settings.get();
    const page = await findShared(storage.reader, asked, own);
    if (!page || sharePictureAddress(page, nameIn(own)) !== path) throw notFound();
    const { name, jpeg } = await pictureOf(asked.digest, page, own);
    const { method, headers } = response.req;
    const validated = { ...fixed, etag: `"${name}"` };
    if (headers['if-none-match'] === validated.etag) {
      response.writeHead(304, validated).end();
      return;
    }
    response.writeHead(200, {
      ...validated,
      'content-type': 'image/jpeg',
      'content-length': jpeg.byteLength,
    });
    response.end(method === 'HEAD' ? undefined : jpeg);
  }

  function refuse(response: ServerResponse, error: unknown): void {
    const problem = error instanceof Problem ? error : undefined;
    if (!problem) onError(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const said = problem ?? unavailable({ retryAfter });
    const body = JSON.stringify(problemBody(said, createRequestId()));
    response.writeHead(said.status, {
      ...securityHeaders({ kind: 'api', isHttps }),
      ...problemHeaders(said),
      'content-length': Buffer.byteLength(body),
    });
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.url?.startsWith(sharePictureFolder)) return false;
    const [path = ''] = request.url.split('?', 1);
    send(path, response).catch((error: unknown) => refuse(response, error));
    return true;
  };
}
