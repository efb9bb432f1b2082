import { pastedMarkdown } from '../../../../../platform/markdown/from-html/pasted-markdown.ts';

/** Reads what was pasted beside the page: it may be megabytes of tables in tables. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(pastedMarkdown(data));
});
