import type { Review } from '../../../blog/server/held/review.ts';
import { createQueueMail } from '../../../identity/mail/outbox-store.ts';
import { sendOutbox } from '../../../identity/mail/send-outbox.ts';
import { type Caller, type Member, startMemberSite } from '../../../identity/testing.ts';
import type { Delivery, EmailMessage, Post } from '../../../platform/mail/post.ts';
import { createTextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { addComment } from '../../comments/contract.ts';
import { commentAnswers } from '../../comments/server/comment-answers.ts';
import { follow } from '../../following/contract.ts';
import { findNewOfFollowed, newsTagsOf, noteNewBlog } from '../../following/feature.ts';
import { followingAnswers } from '../../following/server/following-answers.ts';
import { moveText } from '../../moderation/contract/manage.ts';
import { manageAnswers } from '../../moderation/server/manage-answers.ts';
import { text } from '../../writing/common/server/testing-writing.ts';
import { writingAnswers } from '../../writing/feature.ts';
import { addBlog } from '../../writing/publishing/contract/publishing.ts';
import { notifications, unreadNotifications } from '../contract.ts';
import { wordsOf } from '../wording.ts';
import { choiceAnswers } from './choice-answers.ts';
import { notificationAnswers } from './notification-answers.ts';
import { notificationMailKind } from './notification-emails.ts';
import {
  type NewsOfDecision,
  notifyOfComment,
  notifyOfDecision,
  notifyOfLetIn,
} from './notifier.ts';
import { queueEmails } from './queue-emails.ts';

/** One layout for all sites of a test process, since its threads take a moment to start; they end with the process. */
const layout = createTextLayout();
const countNone = async () => new Map<string, number>();
const mailSite = { name: 'The Content Hub', url: 'http://content-hub.test' };

/** Starts a site with writing, comments, following, moderation and notifications. */
export async function startNotifyingSite(storage: Storage) {
  let waiting: string | undefined;
  const review: Review = () => async () => waiting;
  const hub = await startMemberSite(storage, (parts) => {
    const more = { ...parts, layout, review };
    const counts = {
      countWishes: countNone,
      countComments: countNone,
      countReads: async () => new Map(),
    };
    return [
      ...writingAnswers({ ...more, ...counts, onPublished: noteNewBlog }),
      ...commentAnswers({ ...more, onComment: notifyOfComment }),
      ...manageAnswers({
        ...more,
        onLetIn: notifyOfLetIn,
        async onDecision(write: Write, news: NewsOfDecision) {
          if (news.kind === 'blog') await noteNewBlog(write, { blogId: news.id, now: news.now });
          await notifyOfDecision(write, news);
        },
      }),
      ...followingAnswers(parts),
      ...notificationAnswers({ ...parts, findNewOfFollowed, newsTagsOf }),
      ...choiceAnswers({ ...parts, canSend: true }),
    ];
  });
  const { clock } = hub;

  const emails: EmailMessage[] = [];
  const post: Post = {
    async send(message): Promise<Delivery> {
      emails.push(message);
      return { kind: 'sent' };
    },
    async close() {},
  };
  const mailParts = {
    storage,
    site: mailSite,
    oneClickPath: (secret: string) => `/api/unsubscribe/${secret}`,
    findNewOfFollowed,
  };
  const now = () => clock.now;
  const never = new AbortController().signal;
  const queueMail = createQueueMail(now);
  const queue = () => queueEmails({ ...mailParts, queueMail, now }, never);

  return {
    ...hub,
    emails,
    /** Holds new texts for review with this reason; `undefined` ends that. */
    review(reason: string | undefined) {
      waiting = reason;
    },
    publish: async (who: Member, title: string) => {
      clock.now += 1_000;
      return (await who.call(addBlog, { body: { ...text, title } })).body._id;
    },
    say: async (who: Member, blogId: string, comment: string, replyTo?: string) => {
      clock.now += 1_000;
      return (await who.call(addComment, { body: { blogId, comment, replyTo } })).body._id;
    },
    follow: (who: Member, author: Member) => who.call(follow, { params: { id: author.person.id } }),
    async decide(
      who: Member,
      kind: 'blog' | 'comment',
      id: string,
      [from, to]: readonly ['shown' | 'waiting' | 'hidden', 'shown' | 'waiting' | 'hidden'],
    ) {
      clock.now += 1_000;
      const isUndo = false;
      await who.call(moveText, { body: { kind, id, from, to, reason: 'Because', isUndo } });
    },
    listOf: async (who: Caller) => (await who.call(notifications, { query: {} })).body,
    /** The texts of a member's notifications as on the page; unread ones are marked with `*`. */
    wordsFor: async (who: Caller) =>
      (await who.call(notifications, { query: {} })).body.map(
        (one) => `${one.isRead ? '' : '* '}${wordsOf(one)}`,
      ),
    unreadOf: async (who: Caller) => (await who.call(unreadNotifications, {})).body.count,
    queue,
    async send() {
      await queue();
      const onError = (error: unknown) => {
        throw error;
      };
      const kinds = [notificationMailKind(mailParts)];
      await sendOutbox({ storage, post, kinds, now, onError }, never);
    },
  };
}
