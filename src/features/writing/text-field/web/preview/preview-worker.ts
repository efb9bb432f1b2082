import { layOut } from '../../../../../platform/markdown/lay-out.ts';

/** Lays out a text in a worker, with the server's code, so that a long text doesn't block typing. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  // Starts the timeout, which must not include loading the worker.
  self.postMessage('begun');
  self.postMessage(layOut(data));
});
