import { commentLetterAnswers } from '../features/comment-letters/server/comment-letter-answers.ts';
import { endableCommentLetters } from '../features/comment-letters/server/comment-letter-store.ts';
import { sendCommentLetters } from '../features/comment-letters/server/send-comment-letters.ts';
import { findComments, findCommentsAmong } from '../features/comments/server/comment-store.ts';
import { contactAnswers } from '../features/contact/server/contact-answers.ts';
import { findContactSettings, messagesTag } from '../features/contact/server/contact-settings.ts';
import { forwardMessages } from '../features/contact/server/forward-messages.ts';
import { messageRetention } from '../features/contact/server/message-store.ts';
import { beginDueDigest } from '../features/newsletter/server/digest.ts';
import { newsletterManageAnswers } from '../features/newsletter/server/manage-answers.ts';
import { unsubscribePath } from '../features/newsletter/server/newsletter-letters.ts';
import {
  findNewsletterSettings,
  newsletterTag,
} from '../features/newsletter/server/newsletter-settings.ts';
import { sendIssues } from '../features/newsletter/server/send-issues.ts';
import { newsletterRetention } from '../features/newsletter/server/subscriber-store.ts';
import { subscriptionAnswers } from '../features/newsletter/server/subscription-answers.ts';
import type { Answer } from '../identity/answer.ts';
import type { HeavyCalls } from '../identity/quotas/heavy-calls.ts';
import { createErrands } from '../platform/mail/errands.ts';
import { createPost } from '../platform/mail/post.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import { startBackground } from '../storage/background/background.ts';
import type { WriteLimiter } from '../storage/limits/rate-limiter.ts';
import type { Storage } from '../storage/storage.ts';
import type { Config } from './config.ts';

export interface LettersParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly heavyCalls: HeavyCalls;
  readonly config: Pick<Config, 'siteUrl' | 'mail' | 'lettersPerMinute'>;
  /** What the site is called by now. */
  readonly siteName: () => string;
  /** Hears what went wrong while nobody's request depended on it. */
  readonly onError: (error: unknown) => void;
}

export interface Letters {
  readonly answers: readonly Answer[];
  /** What the owner has switched on by now; nothing where no letter can be sent. */
  readonly switchesNow: () => Promise<Pick<SiteSettings, 'letters'>>;
  /** Begins to send what is to be sent. */
  begin(): void;
  /** Resolves when what was begun is sent and noted. */
  close(): Promise<void>;
}

/** What of letters goes by itself after a time. */
export const lettersForAWhile = [...messageRetention, ...newsletterRetention];

/** The longest that nobody looks for letters that are due, in milliseconds. */
const everyMs = 15_000;

/** Letters beside those of accounts: messages, the newsletter, comments. All of them are off until somebody wants them. */
export function createLetters(parts: LettersParts): Letters {
  const { storage, limiter, heavyCalls, config, siteName, onError } = parts;
  const { siteUrl, mail, lettersPerMinute: perMinute } = config;
  const post = mail && createPost({ ...mail, siteName });
  const errands = createErrands(onError);
  const site = {
    get name() {
      return siteName();
    },
    url: siteUrl,
  };
  const canSend = post !== undefined;
  const stops: (() => Promise<void>)[] = [];

  return {
    answers: [
      ...contactAnswers({ storage, limiter, canSend }),
      ...commentLetterAnswers({ storage, canSend }),
      ...subscriptionAnswers({
        storage,
        limiter,
        site,
        post,
        errands,
        endable: [endableCommentLetters],
      }),
      ...newsletterManageAnswers({ storage, site, heavyCalls, post }),
    ],
    async switchesNow() {
      if (!canSend) return {};
      const [contact, newsletter] = await Promise.all([
        findContactSettings(storage.writer),
        findNewsletterSettings(storage.writer),
      ]);
      if (!contact.isOn && !newsletter.isOn) return {};
      return { letters: { contact: contact.isOn, newsletter: newsletter.isOn } };
    },
    begin() {
      if (!post) return;
      const watch = (tag: string, work: (signal: AbortSignal) => Promise<void>) =>
        stops.push(startBackground({ storage, tag, everyMs, work, onError }));
      watch(messagesTag, (signal) => forwardMessages({ storage, post, site }, signal));
      watch(newsletterTag, async (signal) => {
        await beginDueDigest({ storage, site });
        await sendIssues({ storage, post, site, perMinute, onError }, signal);
      });
      const telling = {
        storage,
        post,
        site,
        oneClickPath: unsubscribePath,
        commentsAfter: findComments,
        commentsAmong: findCommentsAmong,
      };
      watch('comment-letters', (signal) => sendCommentLetters(telling, signal));
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await errands.close();
      await post?.close();
    },
  };
}
