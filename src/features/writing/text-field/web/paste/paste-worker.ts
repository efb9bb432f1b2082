import { pastedMarkdown } from '../../../../../platform/markdown/from-html/pasted-markdown.ts';

/** Converts pasted HTML in a worker: it may be megabytes of nested tables. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(pastedMarkdown(data));
});
