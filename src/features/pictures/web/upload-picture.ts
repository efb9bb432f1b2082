import type { QueryClient } from '@tanstack/react-query';
import {
  callApi,
  type Transport,
  type TransportReply,
} from '../../../platform/contract/call-api.ts';
import { callBy } from '../../../platform/web/api.ts';
import {
  drawingRefused,
  emptyFile,
  notAPicture,
  pictureBytesMax,
  pictureTooHeavy,
  type UploadedPicture,
  uploadPicture,
} from '../contract/pictures.ts';

export interface SendingOptions {
  /** Cancels the upload; nothing stays on the site. */
  readonly signal: AbortSignal;
  /** From 0 to 1: the part of the file that was sent. At 1 the server is still processing it. */
  readonly onProgress: (part: number) => void;
}

/** Uses `XMLHttpRequest`: `fetch` reports no upload progress. */
function sending(file: Blob, onProgress: SendingOptions['onProgress']): Transport {
  return ({ method, url, headers, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<TransportReply>();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        headers: { get: (name) => request.getResponseHeader(name) },
        text: request.responseText,
      });
    // The same error type as `fetch` uses.
    request.onerror = () => reject(new TypeError('The connection was lost.'));
    request.onabort = () => reject(signal?.reason);
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop, { once: true });
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    if (signal?.aborted) reject(signal.reason);
    else request.send(file);
    return promise;
  };
}

/** Refuses without an upload what the server would refuse. */
function refuseAtOnce({ size, type }: Blob): void {
  if (size === 0) throw notAPicture({ message: emptyFile });
  if (size > pictureBytesMax) throw pictureTooHeavy();
  if (type === 'image/svg+xml') {
    throw notAPicture({ message: drawingRefused });
  }
}

/**
 * Uploads a picture for the signed-in member. Resolves to its address, which is valid in every field for a picture's
 * address. Throws the server's `Problem`, whose message is for people, a `TypeError` if the connection was lost, and
 * the signal's reason.
 */
export async function sendPicture(
  queries: QueryClient,
  file: Blob,
  { signal, onProgress }: SendingOptions,
): Promise<UploadedPicture> {
  refuseAtOnce(file);
  const transport = sending(file, onProgress);
  const { body } = await callBy(
    queries,
    (endpoint, input, call) => callApi(transport, endpoint, input, call),
    uploadPicture,
    {},
    { signal },
  );
  return body;
}
