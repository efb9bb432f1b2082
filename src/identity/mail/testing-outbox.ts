import { setTimeout as wait } from 'node:timers/promises';
import { createPost, type PostOptions } from '../../platform/mail/post.ts';
import { startBackground } from '../../storage/background/background.ts';
import type { Storage } from '../../storage/storage.ts';
import type { MailKind } from './mail-kind.ts';
import { hasDue, outboxTag } from './outbox-store.ts';
import { sendOutbox } from './send-outbox.ts';

interface TestOutboxOptions {
  readonly storage: Storage;
  readonly mail: Omit<PostOptions, 'siteName'>;
  readonly kinds: readonly MailKind[];
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Sends queued e-mails as the site does, by the clock of the test. */
export function startTestOutbox({ storage, mail, kinds, now, onError }: TestOutboxOptions) {
  const post = createPost({ ...mail, siteName: () => 'The Content Hub' });
  const work = (signal: AbortSignal) => sendOutbox({ storage, post, kinds, now, onError }, signal);
  const stop = startBackground({ storage, tag: outboxTag, everyMs: 15_000, work, onError });

  /** Resolves when nothing is being sent and nothing is due: then a test may move its clock. */
  async function send(): Promise<void> {
    do {
      await work(new AbortController().signal);
      await wait(1);
    } while ((await isBusy()) || (await hasDue(storage.writer, now())));
  }

  async function isBusy(): Promise<boolean> {
    const lease = await storage.writer
      .selectFrom('leases')
      .select('key')
      .where('key', '=', 'outbox')
      .executeTakeFirst();
    return lease !== undefined;
  }

  return {
    send,
    /** Tries every e-mail that is due, then stops. */
    async close() {
      if (await hasDue(storage.writer, now())) await send();
      await stop();
      await post.close();
    },
  };
}
