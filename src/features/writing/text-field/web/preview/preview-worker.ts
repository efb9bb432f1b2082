import { layOut } from '../../../../../platform/markdown/lay-out.ts';

/** Lays out beside the page, so that the longest text doesn't hold up typing: as the server does. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  // Until now this was loaded, and that is not the text's doing.
  self.postMessage('begun');
  self.postMessage(layOut(data));
});
