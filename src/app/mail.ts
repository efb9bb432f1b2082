import type { Job } from '../identity/define-feature.ts';
import { createBackgroundTasks } from '../platform/mail/background-tasks.ts';
import { createPost } from '../platform/mail/post.ts';
import { startBackground } from '../storage/background/background.ts';
import type { Storage } from '../storage/storage.ts';
import type { Config } from './config.ts';

interface MailOptions {
  readonly storage: Storage;
  readonly config: Pick<Config, 'siteUrl' | 'mail'>;
  /** The name of the site at this instant. */
  readonly siteName: () => string;
  readonly onError: (error: unknown) => void;
}

/** The longest that nobody looks for letters that are due, in milliseconds. */
const everyMs = 15_000;

/** What features send their letters by; those of accounts have a post of their own. */
export function createMail({ storage, config, siteName, onError }: MailOptions) {
  const { siteUrl, mail } = config;
  const post = mail && createPost({ ...mail, siteName });
  const backgroundTasks = createBackgroundTasks(onError);
  return {
    parts: {
      /** Undefined where the site sends no letters. */
      post,
      canSend: post !== undefined,
      backgroundTasks,
      site: {
        get name() {
          return siteName();
        },
        url: siteUrl,
      },
      /** Looks for letters to send when a commit touches the tag, and now and then. */
      letterJob:
        (tag: string, work: (signal: AbortSignal) => Promise<void>): Job =>
        () =>
          startBackground({ storage, tag, everyMs, work, onError }),
    },
    /** Resolves when what was begun is sent and noted. */
    async close(): Promise<void> {
      await backgroundTasks.close();
      await post?.close();
    },
  };
}
