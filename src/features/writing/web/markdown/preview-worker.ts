import { renderMarkdown } from '../../../../platform/markdown/render-markdown.ts';

/** Renders beside the page, so that the longest text doesn't hold up typing: the server's own renderer. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(renderMarkdown(data));
});
