import { type ReadSignal, readsPath } from '../../../read-signal.ts';
import { blogHere } from './blog-here.ts';
import { onceRead, onceSeen } from './when-read.ts';

/** Signals that this document has sent. */
const sent = new Set<string>();

/** Do Not Track, and Global Privacy Control. */
function isUnwilling(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

function sendSignal(id: string, kind: ReadSignal): void {
  const name = `${kind} ${id}`;
  if (sent.has(name)) return;
  sent.add(name);
  const body = new Blob([JSON.stringify({ blogId: id, kind })], { type: 'application/json' });
  navigator.sendBeacon(readsPath, body);
}

/**
 * Reports that the page's blog was opened and read to its end: at most two requests, without data about the reader.
 * Returns the function that stops it.
 */
export function countReading(text: HTMLElement): () => void {
  const id = blogHere();
  const life = new AbortController();
  if (id !== undefined && !isUnwilling()) {
    onceSeen(life.signal, () => {
      sendSignal(id, 'opened');
      onceRead(text, life.signal, () => sendSignal(id, 'finished'));
    });
  }
  return () => life.abort();
}
