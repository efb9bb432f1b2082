import { type RefObject, useEffect } from 'react';

/** What of a text a script makes handier. It reads well without, so nobody has to be told where the script can't be had. */
const served = /<nav class="text-contents"|data-footnote-ref|<div class="code"/;

/** Loads what the text has a use for, where it has one. */
export function useEnlivenedText(text: RefObject<HTMLElement | null>, html: string): void {
  useEffect(() => {
    if (!served.test(html)) return;
    const life = new AbortController();
    import('./enliven-text.ts').then(
      ({ enlivenText }) => {
        if (text.current && !life.signal.aborted) enlivenText(text.current, life.signal);
      },
      () => {},
    );
    return () => life.abort();
  }, [text, html]);
}
