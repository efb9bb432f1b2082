import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound, Problem, unavailable } from '../../../platform/contract/problems.ts';
import {
  createRequestId,
  problemBody,
  problemHeaders,
} from '../../../platform/http/raw-problem.ts';
import { securityHeaders } from '../../../platform/http/security-headers.ts';
import {
  type OwnPictureFormat,
  ownPictureFolder,
  ownPictureFormats,
  readPictureName,
  widthsOf,
} from '../../../platform/text/own-picture.ts';
import type { PictureFolder } from './picture-folder.ts';
import type { PictureVisibility } from './picture-visibility.ts';

export const pictureTypes: Readonly<Record<OwnPictureFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

interface PictureFile {
  readonly name: string;
  /** Within the picture's folder. */
  readonly file: string;
  readonly type: string;
}

/** The file that a path names. Its name is built from the parsed parts, so no part of the path reaches the disk. */
export function pictureFileOf(path: string): PictureFile | undefined {
  const file = path.slice(ownPictureFolder.length);
  const format = ownPictureFormats.find((one) => file.endsWith(`.${one}`));
  if (!path.startsWith(ownPictureFolder) || !format) return undefined;
  const stem = file.slice(0, -format.length - 1);
  const type = pictureTypes[format];
  const whole = readPictureName(stem);
  if (whole) {
    if (format !== 'jpg') return undefined;
    return { name: whole.name, file: `${whole.width}.jpg`, type };
  }
  const at = stem.lastIndexOf('-');
  const picture = readPictureName(stem.slice(0, at));
  const width = picture && widthsOf(picture).find((one) => String(one) === stem.slice(at + 1));
  if (!picture || width === undefined) return undefined;
  return { name: picture.name, file: `${width}.${format}`, type };
}

function refuse(response: ServerResponse, problem: Problem): void {
  const body = JSON.stringify(problemBody(problem, createRequestId()));
  response.writeHead(problem.status, {
    ...securityHeaders({ kind: 'api', isHttps: false }),
    ...problemHeaders(problem),
    'content-length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Seconds. */
const retryAfter = 5;

const typed = (type: string, size: number) => ({ 'content-type': type, 'content-length': size });

/**
 * A cache may serve a public picture for this long without revalidation: so long does a taken-down picture live on. In
 * seconds. The content never changes, so revalidation costs a 304.
 */
const publicControl = 'public, max-age=300, must-revalidate';

interface ServeOptions {
  readonly folder: PictureFolder;
  readonly visibility: Pick<PictureVisibility, 'isPublic' | 'isTheirs'>;
  readonly isHttps: boolean;
  /** Called with the reason why a picture could not be read. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Serves uploaded pictures to those who may see them; false for every other path. The content at an address never
 * changes: it is named by its digest. The content type is the server's, and a sandboxing policy disables everything
 * active in a file opened by itself.
 */
export function createPictureServing({ folder, visibility, isHttps, onError }: ServeOptions) {
  const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";
  const headersOf = (kind: 'picture' | 'asset', control: string) => ({
    ...securityHeaders({ kind, isHttps }),
    'content-security-policy': policy,
    'cache-control': control,
  });
  const ofPublic = headersOf('picture', publicControl);
  const ofOne = headersOf('asset', 'private, no-store');

  async function send(wanted: PictureFile, response: ServerResponse): Promise<void> {
    const { name, file, type } = wanted;
    const shown = visibility.isPublic(name);
    // A cached result saves a turn of the event loop.
    const isPublic = shown === true || (await shown);
    if (!isPublic && !(await visibility.isTheirs(name, response.req))) {
      return refuse(response, notFound());
    }
    const headers = isPublic ? ofPublic : ofOne;
    const etag = `"${name}-${file}"`;
    const { method, headers: given } = response.req;
    const isKnown = given['if-none-match'] === etag;
    if (isKnown || method === 'HEAD') {
      const size = await folder.sizeOf(name, file);
      if (size === undefined) refuse(response, notFound());
      else if (isKnown) response.writeHead(304, { ...headers, etag }).end();
      else response.writeHead(200, { ...headers, etag, ...typed(type, size) }).end();
      return;
    }
    const found = await folder.read(name, file);
    if (!found) return refuse(response, notFound());
    const stream = found.stream();
    // The client disconnected during the lookup: a listener for `close` would never be called.
    if (response.destroyed) {
      stream.destroy();
      return;
    }
    response.writeHead(200, { ...headers, etag, ...typed(type, found.size) });
    // The file may be removed while it is read, and the client may disconnect.
    stream.once('error', () => response.destroy());
    response.once('close', () => stream.destroy());
    stream.pipe(response);
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.url?.startsWith(ownPictureFolder)) return false;
    const [path = ''] = request.url.split('?', 1);
    const wanted = pictureFileOf(path);
    if (!wanted) refuse(response, notFound());
    else {
      send(wanted, response).catch((cause: unknown) => {
        // A deliberate refusal, such as while reads from the store are paused, isn't logged each time.
        const isRefusal = cause instanceof Problem;
        if (!isRefusal) onError?.(cause);
        if (response.headersSent) response.destroy();
        else refuse(response, isRefusal ? cause : unavailable({ retryAfter, cause }));
      });
    }
    return true;
  };
}
