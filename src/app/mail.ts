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
  /** The current name of the site. */
  readonly siteName: () => string;
  /** The current postal address of the site's owner, from the settings. */
  readonly address: () => string | undefined;
  /** Resolves when name and address are up to date. */
  readonly ready: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Polling interval of the outbox in milliseconds. */
const everyMs = 15_000;

/** The e-mail services for features. */
export function createMail({ storage, config, siteName, address, ready, onError }: MailOptions) {
  const { siteUrl, mail } = config;
  const post = mail && createPost({ ...mail, siteName });
  const queueMail = createQueueMail(Date.now);
  const emailJob =
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
      /** For newsletters and test e-mails; undefined where the site sends no e-mail. */
      post,
      canSend: post !== undefined,
      /** Undefined where the site sends no e-mail. */
      queueMail: post && queueMail,
      /** For e-mails that may wait until the site can send. */
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
      /** A job that runs when a commit touches the tag, and at intervals. */
      emailJob,
    },
    /** Sends the outbox of all features. */
    outboxJobs: (kinds: readonly MailKind[]): readonly Job[] =>
      post
        ? [emailJob(outboxTag, (signal) => sendOutbox({ storage, post, kinds, onError }, signal))]
        : [],
    async close(): Promise<void> {
      await post?.close();
    },
  };
}
