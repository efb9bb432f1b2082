import type { Job } from '../identity/define-feature.ts';
import type { MailKind } from '../identity/mail/mail-kind.ts';
import { createQueueMail, outboxTag } from '../identity/mail/outbox-store.ts';
import { sendOutbox } from '../identity/mail/send-outbox.ts';
import { createPost } from '../platform/mail/post.ts';
import { startBackground } from '../storage/background/background.ts';
import type { Storage } from '../storage/storage.ts';
import type { Config } from './config.ts';

interface MailOptions {
  readonly storage: Storage;
  readonly config: Pick<Config, 'siteUrl' | 'mail'>;
  /** The name of the site at this instant. */
  readonly siteName: () => string;
  /** Where its owner can be written to by post, as the settings say at this instant. */
  readonly address: () => string | undefined;
  /** Resolves when these two are as they were saved last. */
  readonly ready: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** The longest that nobody looks for letters that are due, in milliseconds. */
const everyMs = 15_000;

/** What features have their e-mails sent by. */
export function createMail({ storage, config, siteName, address, ready, onError }: MailOptions) {
  const { siteUrl, mail } = config;
  const post = mail && createPost({ ...mail, siteName });
  const queueMail = createQueueMail(Date.now);
  const letterJob =
    (tag: string, work: (signal: AbortSignal) => Promise<void>): Job =>
    () =>
      startBackground({
        storage,
        tag,
        everyMs,
        async work(signal) {
          await ready();
          await work(signal);
        },
        onError,
      });
  return {
    parts: {
      /** For newsletters, and for what an owner tries; undefined where the site sends no letters. */
      post,
      canSend: post !== undefined,
      /** Undefined where the site sends no letters. */
      queueMail: post && queueMail,
      /** For what may wait until the site sends letters. */
      queueForLater: queueMail,
      site: {
        get name() {
          return siteName();
        },
        url: siteUrl,
        get address() {
          return address();
        },
      },
      /** Looks for letters to send when a commit touches the tag, and now and then. */
      letterJob,
    },
    /** Sends what stands in the outbox, of all features. */
    outboxJobs: (kinds: readonly MailKind[]): readonly Job[] =>
      post
        ? [letterJob(outboxTag, (signal) => sendOutbox({ storage, post, kinds, onError }, signal))]
        : [],
    async close(): Promise<void> {
      await post?.close();
    },
  };
}
