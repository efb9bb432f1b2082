import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import {
  endableCommentLetters,
  noteComment,
  noteLetIn,
} from '../features/comment-letters/feature.ts';
import {
  countComments,
  countCommentsBy,
  findComments,
  findCommentsAmong,
} from '../features/comments/feature.ts';
import {
  createReview,
  findTextsInQuestion,
  peopleInQuestion,
} from '../features/moderation/feature.ts';
import { unsubscribePath } from '../features/newsletter/feature.ts';
import {
  createPictureFiles,
  createPictureMaker,
  openPictures,
  picturesName,
} from '../features/pictures/feature.ts';
import {
  createLiveSettings,
  createSignUpPolicy,
  settingTexts,
} from '../features/settings/feature.ts';
import { countWishes } from '../features/wishlist/feature.ts';
import { createIdentity } from '../identity/create-identity.ts';
import { createAccountQuotas } from '../identity/quotas/account-quotas.ts';
import type { Draining } from '../platform/http/closing/draining.ts';
import { logProblem } from '../platform/http/log/log-problem.ts';
import { toProblem } from '../platform/http/problem-handler.ts';
import { nameIn } from '../platform/site/own-settings.ts';
import { createTextLayout } from '../platform/threads/text-layout.ts';
import { createRateLimiter } from '../storage/limits/rate-limiter.ts';
import { picturesFolder } from '../storage/sqlite/private-files.ts';
import type { Storage } from '../storage/storage.ts';
import { createReadBackups } from './backup/present-backups.ts';
import { startBackups } from './backup/start-backups.ts';
import type { Config } from './config.ts';
import { personalDataOf } from './features.ts';
import { createMail } from './mail.ts';
import { isByInvitation } from './page-settings.ts';
import { unlistedPrefixes } from './registry.ts';

export interface SiteGiven {
  readonly config: Config;
  readonly storage: Storage;
  readonly logger: FastifyBaseLogger;
  readonly draining: Draining;
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

/** What features have of each other: a feature names what it needs, and doesn't know whose it is. */
function portsOf(storage: Storage, config: Config) {
  return {
    // What an author sees beside their blogs, and staff beside people.
    countWishes,
    countComments,
    countCommentsBy,
    findTextsInQuestion,
    peopleInQuestion,
    // Held texts, and texts that wait for review.
    review: createReview(config.review),
    // Letters about comments.
    onComment: noteComment,
    onLetIn: noteLetIn,
    commentsAfter: findComments,
    commentsAmong: findCommentsAmong,
    oneClickPath: unsubscribePath,
    endable: [endableCommentLetters],
    // People: who may come, and what is known of them.
    signUpPolicy: createSignUpPolicy(storage),
    personalData: personalDataOf(storage),
    textsOf: (personId: string) => textsOf(storage, personId),
  };
}

/** All that features are handed: the services of the site, its settings, and what they have of each other. */
export async function openSiteParts({ config, storage, logger, draining }: SiteGiven) {
  const { siteUrl, goesByAnyName } = config;
  const logErrors = (what: string) => (error: unknown) =>
    logProblem(logger, toProblem(error), { what });
  const settings = createLiveSettings(storage);
  const reading = async () => (await settings.get()).reading ?? config.reading;
  const identity = createIdentity({
    storage,
    siteUrl,
    goesByAnyName,
    reading,
    isByInvitation: async () => isByInvitation(config, await settings.get()),
  });
  const pictures = {
    folder: await openPictures(path.join(config.dataDir, picturesFolder), config.pictureBucket),
    maker: createPictureMaker(),
  };
  const mail = createMail({
    storage,
    config,
    siteName() {
      // So that the next letter has it, where nobody has asked since it was set.
      settings.get().catch(logErrors('no settings for letters'));
      return nameIn(settings.last());
    },
    address: () => settings.last()?.address,
    onError: logErrors('letter not sent'),
  });
  const layout = createTextLayout();
  const parts = {
    ...portsOf(storage, config),
    ...mail.parts,
    config,
    storage,
    identity,
    heavyCalls: identity.heavyCalls,
    limiter: createRateLimiter({ storage, factor: config.limits }),
    quotas: createAccountQuotas({ limits: config.quotas }),
    layout,
    settings,
    siteUrl,
    siteName: async () => nameIn(await settings.get()),
    isHttps: siteUrl.startsWith('https:'),
    unlistedPrefixes,
    pictures,
    pictureFiles: () => createPictureFiles(pictures.folder),
    readBackups: createReadBackups(config.backups),
    startBackups: () => startBackups({ ...config, storage, settings: config.backups, log: logger }),
    log: logger,
    logErrors,
    isDraining: () => draining.isDraining && !draining.isReplaced,
  };
  return { parts, mail };
}

export type SiteParts = Awaited<ReturnType<typeof openSiteParts>>['parts'];
