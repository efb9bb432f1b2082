import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { hasFactor, openAccounts } from '../features/account/feature.ts';
import {
  endableCommentEmails,
  noteComment,
  noteLetIn,
} from '../features/comment-emails/feature.ts';
import {
  closeComments,
  commentHtml,
  countComments,
  countCommentsBy,
  findComments,
  findCommentsAmong,
  insertImportedComments,
  readImportedComment,
} from '../features/comments/feature.ts';
import { countUnreadMessages } from '../features/contact/feature.ts';
import { createAnnouncing } from '../features/feeds/feature.ts';
import { findNewOfFollowed, newsTagsOf, noteNewBlog } from '../features/following/feature.ts';
import {
  countReported,
  countTextsInQuestion,
  createReview,
  findTextsInQuestion,
  peopleInQuestion,
  renameInQuestion,
} from '../features/moderation/feature.ts';
import {
  importSubscriber,
  lookAtSubscriber,
  subscribersLock,
  unsubscribePath,
} from '../features/newsletter/feature.ts';
import {
  endableNotificationEmails,
  type NewsOfComment,
  type NewsOfDecision,
  type NewsOfLetIn,
  notifyOfComment,
  notifyOfDecision,
  notifyOfLetIn,
} from '../features/notifications/feature.ts';
import { undoableAmong } from '../features/ownership/feature.ts';
import {
  createPictureFiles,
  createPictureMaker,
  createPictureTaker,
  isTakenDown,
  openPictures,
  type PictureMaker,
  picturesName,
  sharePictures,
  watchSharedFolder,
} from '../features/pictures/feature.ts';
import { countReads } from '../features/reading/feature.ts';
import {
  type AddRedirects,
  allRedirects,
  createAddRedirects,
  createIsOwnPath,
  createLiveRedirects,
  createMissedCounter,
  importRedirect,
  readImportedTarget,
  redirectsLockKeys,
} from '../features/redirects/feature.ts';
import {
  createLiveSettings,
  createSignUpPolicy,
  type LiveSettings,
  settingTexts,
} from '../features/settings/feature.ts';
import { notifyOwners } from '../features/staff/feature.ts';
import type { ImportPorts } from '../features/transfer/feature.ts';
import { countWishes, findWishedBlogs } from '../features/wishlist/feature.ts';
import {
  isPreviewOpen,
  moveDrafts,
  ownDrafts,
  restoreAsDraft,
} from '../features/writing/feature.ts';
import { createIdentity } from '../identity/create-identity.ts';
import type { Person } from '../identity/person.ts';
import { createAccountQuotas } from '../identity/quotas/account-quotas.ts';
import { paths } from '../paths.ts';
import type { Draining } from '../platform/http/closing/draining.ts';
import { logProblem } from '../platform/http/log/log-problem.ts';
import { toProblem } from '../platform/http/problem-handler.ts';
import { createFetchPublic, type FetchPublic } from '../platform/outgoing/fetch-public.ts';
import { nameIn, siteIntro } from '../platform/site/own-settings.ts';
import { createTextLayout, type TextLayout } from '../platform/threads/text-layout.ts';
import { createRateLimiter } from '../storage/limits/rate-limiter.ts';
import { importsFolder, picturesFolder } from '../storage/sqlite/private-files.ts';
import type { Storage, Write } from '../storage/storage.ts';
import { createReadBackups } from './backup/backup-state.ts';
import { startBackups } from './backup/start-backups.ts';
import type { Config } from './config.ts';
import { onClaim, personalDataOf } from './features.ts';
import { createMail } from './mail.ts';
import { isByInvitation, siteAudienceOf } from './page-settings.ts';
import { allPaths, unlistedPrefixes } from './registry.ts';

export interface SiteGiven {
  readonly config: Config;
  readonly storage: Storage;
  readonly logger: FastifyBaseLogger;
  readonly draining: Draining;
  /** The folder with the `images` of pages. */
  readonly publicFolder: string;
  /** Fetches from other servers; public addresses only by default. */
  readonly fetchPublic?: FetchPublic;
  /** Layout of texts and processing of pictures, closed with the site; new instances by default. */
  readonly layout?: TextLayout;
  readonly maker?: PictureMaker;
}

/** All texts that may refer to a person's pictures: their personal data, their photo, and the settings. */
export async function* textsOf(storage: Storage, personId: string): AsyncGenerator<string> {
  const person = await storage.reader
    .selectFrom('people')
    .select('photo_url')
    .where('id', '=', personId)
    .executeTakeFirst();
  yield person?.photo_url ?? '';
  yield* await settingTexts(storage);
  for (const { name, rowsOf } of personalDataOf(storage)) {
    // An uploaded picture's own record is no use of it.
    if (name === picturesName) continue;
    for await (const row of rowsOf(personId)) yield JSON.stringify(row);
  }
}

/** Counts of texts in the staff's queues, for the metrics. */
export const textsInQuestion = ({ reader }: Storage) => countTextsInQuestion(reader);

/** Callbacks that notify people of changes to texts, within the write. */
function notifiersOf(config: Config) {
  const announce = createAnnouncing(config);
  return {
    async onComment(write: Write, news: NewsOfComment) {
      await noteComment(write, news);
      await notifyOfComment(write, news);
    },
    async onLetIn(write: Write, news: NewsOfLetIn) {
      await noteLetIn(write, news);
      await notifyOfLetIn(write, news);
    },
    async onDecision(write: Write, news: NewsOfDecision) {
      // An approved blog may be news to followers and subscribers.
      if (news.kind === 'blog') {
        const blog = { blogId: news.id, now: news.now };
        await noteNewBlog(write, blog);
        await announce(write, blog);
      }
      await notifyOfDecision(write, news);
    },
    // An editor's change is news only to the author.
    onEdited: notifyOfDecision,
    async onPublished(write: Write, blog: { readonly blogId: string; readonly now: number }) {
      await noteNewBlog(write, blog);
      await announce(write, blog);
    },
    onSaved: (write: Write, blog: { readonly blogId: string; readonly now: number }) =>
      announce(write, { ...blog, isChange: true }),
    /** Blogs that were assigned to an account. */
    async onHandedOver(
      write: Write,
      { blogIds, to, now }: { blogIds: readonly string[]; to: string; now: number },
    ) {
      const decision = {
        kind: 'blog',
        action: 'blog-handed-over',
        authorId: to,
        byId: '',
        now,
      } as const;
      for (const id of blogIds) await notifyOfDecision(write, { ...decision, id });
    },
  };
}

/** For imports, also by a command: redirects a blog's former addresses. */
export const addRedirects: AddRedirects = (...given) =>
  createAddRedirects(createIsOwnPath(allPaths))(...given);

/** Functions of other features for imports, besides pictures. */
export const importPorts: Omit<ImportPorts, 'takePicture' | 'fetchPublic'> = {
  readComment: readImportedComment,
  insertComments: insertImportedComments,
  closeComments,
  async keepAddresses(...given) {
    return (await addRedirects(...given)).dropped;
  },
  redirects: {
    lockKeys: redirectsLockKeys,
    read: readImportedTarget,
    add: (db, given) => importRedirect(db, createIsOwnPath(allPaths), given),
  },
  subscribers: {
    lockKeys: [subscribersLock],
    look: lookAtSubscriber,
    add: importSubscriber,
  },
};

/** For exports, also by a command: former addresses and their targets. */
export const oldAddresses = (storage: Storage) =>
  allRedirects(storage, (blogId) => paths.blog.to(blogId));

/** Wiring between features: a feature declares the functions it needs without knowing their provider. */
function portsOf(storage: Storage, config: Config) {
  return {
    // Counts shown with authors' blogs, and with people in Manage.
    countWishes,
    countComments,
    countReads,
    countCommentsBy,
    findTextsInQuestion,
    peopleInQuestion,
    // Counts shown in the navigation of Manage.
    countReported,
    countUnreadMessages,
    // Held texts, and texts that wait for review.
    review: createReview(config.review),
    // Notifications, on the site and by e-mail, about comments and staff decisions.
    ...notifiersOf(config),
    findNewOfFollowed,
    newsTagsOf,
    findWishedBlogs,
    isTakenDown,
    commentHtml,
    oldAddresses: () => oldAddresses(storage),
    // Transfer of ownership.
    sharePictures,
    moveDrafts,
    restoreAsDraft,
    undoableAmong,
    renameInQuestion,
    // E-mails about comments.
    commentsAfter: findComments,
    commentsAmong: findCommentsAmong,
    oneClickPath: unsubscribePath,
    endable: [endableCommentEmails, endableNotificationEmails],
    // Sign-up and personal data.
    onClaim,
    signUpPolicy: createSignUpPolicy(storage),
    personalData: personalDataOf(storage),
    hasFactor,
    textsOf: (personId: string) => textsOf(storage, personId),
    isPreviewOpen: (hash: string) => isPreviewOpen(storage, hash),
    ownDrafts: (personId: string) => ownDrafts(storage, personId),
  };
}

/**
 * Whether an owner or moderator lacks a required second factor. Never with an external identity provider, which manages
 * its own factors.
 */
function createLacksFactor(storage: Storage, { external }: Config, settings: LiveSettings) {
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
  return async ({ id }: Person): Promise<boolean> => {
    const isNeeded = (await settings.get()).staffFactor === 'needed';
    return isNeeded && external === undefined && !(await hasFactor(reader, id));
  };
}

/** Machines that share a database must share the folder of pictures, unless these are in an object store. */
function sharedFolderOf(
  { config, storage, logger }: Pick<SiteGiven, 'config' | 'storage' | 'logger'>,
  logErrors: (what: string) => (error: unknown) => void,
) {
  if (storage.engine === 'sqlite' || config.pictureBucket) return undefined;
  return watchSharedFolder({
    storage,
    root: path.join(config.dataDir, picturesFolder),
    onUnshared: (machines) =>
      logger.error(
        { machines },
        'pictures are put into different folders: share DATA_DIR/uploads between all machines, or use S3 (docs/running.md)',
      ),
    onError: logErrors('folder of pictures not looked at'),
  });
}

/** Everything passed to features: services, settings, and functions of other features. */
export async function openSiteParts({
  config,
  storage,
  logger,
  draining,
  publicFolder,
  fetchPublic = createFetchPublic(),
  layout = createTextLayout(),
  maker = createPictureMaker(),
}: SiteGiven) {
  const { siteUrl, goesByAnyName } = config;
  const logErrors = (what: string) => (error: unknown) =>
    logProblem(logger, toProblem(error), { what });
  const settings = createLiveSettings(storage);
  const reading = async () => (await settings.get()).reading ?? config.reading;
  const lacksFactor = createLacksFactor(storage, config, settings);
  const identity = createIdentity({
    storage,
    siteUrl,
    goesByAnyName,
    reading,
    lacksFactor,
    isByInvitation: async () => isByInvitation(config, await settings.get()),
    limits: config.limits,
  });
  const pictures = {
    folder: await openPictures(path.join(config.dataDir, picturesFolder), config.pictureBucket),
    maker,
  };
  const sharedFolder = sharedFolderOf({ config, storage, logger }, logErrors);
  const mail = createMail({
    storage,
    config,
    siteName() {
      return nameIn(settings.last());
    },
    address: () => settings.last().address,
    ready: settings.get,
    onError: logErrors('e-mail not sent'),
  });
  const isOwnPath = createIsOwnPath(allPaths);
  const isHttps = siteUrl.startsWith('https:');
  const ports = portsOf(storage, config);
  const siteName = async () => nameIn(await settings.get());
  const siteAudience = async () => siteAudienceOf(config, await settings.get());
  const limiter = createRateLimiter({ storage, factor: config.limits });
  const { queueMail } = mail.parts;
  const { signUpPolicy } = ports;
  const about = { config, storage, limiter, siteName, queueMail, signUpPolicy, log: logger };
  const accounts = openAccounts(about);
  const parts = {
    ...ports,
    ...mail.parts,
    config,
    storage,
    identity,
    accounts,
    confirm: accounts.provider.confirm,
    onFactorWaived: (write: Write, byId: string) =>
      notifyOwners(write, queueMail, { about: 'factor-waived', byId }),
    lacksFactor,
    fetchPublic,
    heavyCalls: identity.heavyCalls,
    limiter,
    quotas: createAccountQuotas({ limits: config.quotas }),
    layout,
    settings,
    siteUrl,
    siteName,
    siteAudience,
    siteIntro: async () => (await settings.get()).intro || siteIntro,
    reading,
    isHttps,
    isOwnPath,
    redirects: createLiveRedirects({ storage, isOwn: isOwnPath, isHttps }),
    missed: createMissedCounter(),
    unlistedPrefixes,
    pictures,
    publicFolder,
    sharedFolder,
    importsRoot: path.join(config.dataDir, importsFolder),
    importPorts: {
      ...importPorts,
      siteAudience,
      takePicture: createPictureTaker({ storage, ...pictures }),
    },
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
