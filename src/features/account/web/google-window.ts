import { z } from 'zod';
import { randomKey } from '../../../platform/web/random-key.ts';

const startPath = '/identity/google/start';
const features = 'popup,width=480,height=640';
/** How often to look whether the window is still there, in milliseconds. */
const lookEveryMs = 300;

const answerSchema = z.object({ code: z.string().nullable(), problem: z.string().nullable() });
/** By `code` the outcome is fetched; `problem` is why there is none. */
export type GoogleAnswer = z.output<typeof answerSchema>;

interface AskGoogle {
  readonly to: string;
  readonly onWindowClosed: () => void;
  readonly signal: AbortSignal;
}

function startUrl(to: string, channel?: string): string {
  return `${startPath}?${new URLSearchParams({ to, ...(channel && { channel }) })}`;
}

/** Google's answer from a popup; null when it was not waited for, or the whole page went there instead. */
export function askGoogle({ to, onWindowClosed, signal }: AskGoogle): Promise<GoogleAnswer | null> {
  const name = randomKey();
  const popup = window.open(startUrl(to, name), 'google-sign-in', features);
  if (!popup || popup.closed) {
    window.location.assign(startUrl(to));
    return Promise.resolve(null);
  }
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(`google-sign-in:${name}`);
    // Google may cut its window off from ours, which then looks closed: so the channel stays open for an answer.
    const looking = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(looking);
      onWindowClosed();
    }, lookEveryMs);
    const settle = (answer: GoogleAnswer | null) => {
      clearInterval(looking);
      channel.close();
      resolve(answer);
    };
    channel.addEventListener('message', ({ data }) => {
      settle(answerSchema.safeParse(data).data ?? null);
    });
    signal.addEventListener('abort', () => settle(null), { once: true });
  });
}

/** Google's answer that the address of this page carries, which then no longer does. */
export function takeGoogleAnswer(): GoogleAnswer | null {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith('#google&')) return null;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  const values = new URLSearchParams(hash.slice(1));
  return { code: values.get('code'), problem: values.get('problem') };
}
