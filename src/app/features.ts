import { blogAnswers } from '../blog/server/blog-answers.ts';
import type { TextMovers } from '../blog/server/held/held-texts.ts';
import { personalFactors } from '../features/account/server/factors/personal-factors.ts';
import { authorAnswers } from '../features/authors/server/author-answers.ts';
import { backupAnswers } from '../features/backups/server/backup-answers.ts';
import { personalLetters } from '../features/comment-letters/server/comment-letter-answers.ts';
import { noteComment, noteLetIn } from '../features/comment-letters/server/comment-letter-store.ts';
import { commentAnswers } from '../features/comments/server/comment-answers.ts';
import { commentMover } from '../features/comments/server/comment-mover.ts';
import { countComments, countCommentsBy } from '../features/comments/server/count-comments.ts';
import { personalComments } from '../features/comments/server/personal-comments.ts';
import { commentsWithBlogs } from '../features/comments/server/set-aside-comments.ts';
import { personalMessages } from '../features/contact/server/personal-messages.ts';
import { feedAnswers } from '../features/feeds/server/feed-answers.ts';
import { manageAnswers } from '../features/moderation/server/manage-answers.ts';
import {
  findTextsInQuestion,
  peopleInQuestion,
} from '../features/moderation/server/people-in-question.ts';
import { reportAnswers } from '../features/moderation/server/report-answers.ts';
import { personalReports } from '../features/moderation/server/report-store.ts';
import { createReview } from '../features/moderation/server/review.ts';
import { personalSubscription } from '../features/newsletter/server/personal-subscription.ts';
import { createPictureFiles } from '../features/pictures/server/carry-pictures.ts';
import { personalPictures, picturesName } from '../features/pictures/server/personal-pictures.ts';
import { pictureAnswers } from '../features/pictures/server/picture-answers.ts';
import type { PictureFolder } from '../features/pictures/server/picture-folder.ts';
import type { PictureMaker } from '../features/pictures/server/picture-maker.ts';
import { readingAnswers } from '../features/reading/server/reading-answers.ts';
import { searchAnswers } from '../features/search/server/search-answers.ts';
import { invitationAnswers } from '../features/settings/server/invitation-answers.ts';
import type { LiveSettings } from '../features/settings/server/live-settings.ts';
import { lookAnswers } from '../features/settings/server/look-answers.ts';
import { settingsAnswers } from '../features/settings/server/settings-answers.ts';
import { settingTexts } from '../features/settings/server/settings-store.ts';
import { personalActs } from '../features/staff/server/personal-acts.ts';
import { staffAnswers } from '../features/staff/server/staff-answers.ts';
import { exportAnswers } from '../features/transfer/server/export/export-answers.ts';
import { countWishes } from '../features/wishlist/server/count-wishes.ts';
import { personalWishes } from '../features/wishlist/server/wish-store.ts';
import { wishlistAnswers } from '../features/wishlist/server/wishlist-answers.ts';
import { createBlogMover } from '../features/writing/server/own-blogs/blog-mover.ts';
import {
  personalBlogs,
  personalDraftStates,
  personalDrafts,
  personalRevisions,
} from '../features/writing/server/own-blogs/personal-blogs.ts';
import { writingAnswers } from '../features/writing/server/writing-answers.ts';
import type { Answer } from '../identity/answer.ts';
import { createAccountQuotas } from '../identity/quotas/account-quotas.ts';
import type { HeavyCalls } from '../identity/quotas/heavy-calls.ts';
import { nameIn } from '../platform/site/own-settings.ts';
import type { TextLayout } from '../platform/threads/text-layout.ts';
import type { WriteLimiter } from '../storage/limits/rate-limiter.ts';
import type { Storage } from '../storage/storage.ts';
import { createReadBackups } from './backup/present-backups.ts';
import type { Config } from './config.ts';
import { unlistedPrefixes } from './registry.ts';

export interface FeatureParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly heavyCalls: HeavyCalls;
  readonly layout: TextLayout;
  readonly live: LiveSettings;
  readonly pictures: { readonly folder: PictureFolder; readonly maker: PictureMaker };
  readonly config: Pick<
    Config,
    | 'backups'
    | 'siteUrl'
    | 'reading'
    | 'quotas'
    | 'pictures'
    | 'revisionsKept'
    | 'securityContact'
    | 'review'
  >;
  /** Hears what went wrong while nobody's request depended on it. */
  readonly onError: (error: unknown) => void;
}

/** What features keep of a blog, which goes and comes back with it. */
export const withBlogs = [commentsWithBlogs];

/** How texts are kept out of sight, and which have to wait before they are in it. */
export function holdingOf({ review }: Pick<Config, 'review'>) {
  const movers: TextMovers = { blog: createBlogMover(withBlogs), comment: commentMover };
  return { movers, review: createReview(review) };
}

/** What every feature answers. */
export function featureAnswers(given: FeatureParts): readonly Answer[] {
  const { storage, limiter, heavyCalls, layout, live, config, onError } = given;
  const { siteUrl, securityContact, revisionsKept } = config;
  const siteName = async () => nameIn(await live.get());
  const quotas = createAccountQuotas({ limits: config.quotas });
  const parts = { storage, limiter, quotas };
  const holding = holdingOf(config);
  return [
    ...blogAnswers({ storage, layout, onError }),
    ...readingAnswers(parts),
    ...searchAnswers(parts),
    ...pictureAnswers({ ...parts, ...given.pictures, limits: config.pictures }),
    ...exportAnswers({
      storage,
      heavyCalls,
      pictureFiles: () => createPictureFiles(given.pictures.folder),
    }),
    ...writingAnswers({
      ...parts,
      ...holding,
      layout,
      revisionsKept,
      countWishes,
      countComments,
      withBlogs,
    }),
    ...authorAnswers(parts),
    ...commentAnswers({ ...parts, ...holding, onComment: noteComment }),
    ...wishlistAnswers(parts),
    ...staffAnswers({ storage, limiter, countCommentsBy, findTextsInQuestion, peopleInQuestion }),
    ...backupAnswers({ readBackups: createReadBackups(config.backups) }),
    ...reportAnswers(parts),
    ...manageAnswers({ storage, layout, movers: holding.movers, onLetIn: noteLetIn }),
    ...feedAnswers({ storage, siteUrl, siteName, unlistedPrefixes, securityContact }),
    ...settingsAnswers({ storage, limiter, machine: { reading: config.reading } }),
    ...invitationAnswers({ storage, limiter, siteUrl }),
    ...lookAnswers(live.get),
  ];
}

/**
 * What every feature keeps of people, for their download and for the end of an account. It is taken out of sight in this
 * order, and comes back in the opposite one: what is found through the blogs comes before them.
 */
export function personalDataOf(storage: Storage) {
  return [
    personalComments(storage),
    personalRevisions(storage),
    personalBlogs(storage),
    personalDrafts(storage),
    personalDraftStates(storage),
    personalPictures(storage),
    personalWishes(storage),
    personalFactors(storage),
    personalActs(storage),
    personalReports(storage),
    personalLetters(storage),
    personalMessages(storage),
    personalSubscription(storage),
  ];
}

/** Every word that may name a picture of a person's: all that the site keeps of them, their photo, and its settings. */
export async function* textsOf(storage: Storage, personId: string): AsyncGenerator<string> {
  const person = await storage.reader
    .selectFrom('people')
    .select('photo_url')
    .where('id', '=', personId)
    .executeTakeFirst();
  yield person?.photo_url ?? '';
  yield* await settingTexts(storage);
  for (const { name, rowsOf } of personalDataOf(storage)) {
    // That they sent a picture is no use of it.
    if (name === picturesName) continue;
    for await (const row of rowsOf(personId)) yield JSON.stringify(row);
  }
}
