/** Milliseconds after which the plain text is pasted: nobody waits longer for a paste. */
const patienceMs = 5_000;
/** Characters; a page of more is not copied by hand, and would take longer than that. */
const charactersMax = 8_000_000;

/**
 * HTML of the clipboard as Markdown; undefined where the plain text is the better paste: it says as much, or the HTML
 * can't be read, takes too long, or what reads it didn't come.
 */
export function convertPaste(html: string): Promise<string | undefined> {
  if (html.length > charactersMax) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./paste-worker.ts', import.meta.url), { type: 'module' });
    const timer = setTimeout(() => end(undefined), patienceMs);
    function end(markdown: string | undefined): void {
      clearTimeout(timer);
      worker.terminate();
      resolve(markdown);
    }
    worker.onmessage = ({ data }: MessageEvent<string | undefined>) => end(data);
    worker.onerror = () => end(undefined);
    worker.postMessage(html);
  });
}
