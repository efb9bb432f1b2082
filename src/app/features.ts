import { blogFeature } from '../blog/feature.ts';
import { accountFeature } from '../features/account/feature.ts';
import { archiveFeature } from '../features/archive/feature.ts';
import { authorsFeature } from '../features/authors/feature.ts';
import { backupsFeature } from '../features/backups/feature.ts';
import { commentEmailsFeature } from '../features/comment-emails/feature.ts';
import { commentsFeature } from '../features/comments/feature.ts';
import { contactFeature } from '../features/contact/feature.ts';
import { feedsFeature } from '../features/feeds/feature.ts';
import { followingFeature } from '../features/following/feature.ts';
import { moderationFeature } from '../features/moderation/feature.ts';
import { newsletterFeature } from '../features/newsletter/feature.ts';
import { notificationsFeature } from '../features/notifications/feature.ts';
import { outboxFeature } from '../features/outbox/feature.ts';
import { ownershipFeature } from '../features/ownership/feature.ts';
import { picturesFeature } from '../features/pictures/feature.ts';
import { readingFeature } from '../features/reading/feature.ts';
import { redirectsFeature } from '../features/redirects/feature.ts';
import { searchFeature } from '../features/search/feature.ts';
import { settingsFeature } from '../features/settings/feature.ts';
import { sharingFeature } from '../features/sharing/feature.ts';
import { staffFeature } from '../features/staff/feature.ts';
import { tagsFeature } from '../features/tags/feature.ts';
import { transferFeature } from '../features/transfer/feature.ts';
import { webhooksFeature } from '../features/webhooks/feature.ts';
import { wishlistFeature } from '../features/wishlist/feature.ts';
import { writingFeature } from '../features/writing/feature.ts';
import type { Feature, Job, Replacement, Switches } from '../identity/define-feature.ts';
import { identityFeature } from '../identity/feature.ts';
import type { MailKind } from '../identity/mail/mail-kind.ts';
import type { PersonalData } from '../identity/personal-data.ts';
import { storageFeature } from '../storage/feature.ts';
import type { Reader, Storage, Write } from '../storage/storage.ts';
import { healthFeature } from './serving/health.ts';
import type { SiteParts } from './site-parts.ts';

/**
 * All features, including those of the inner rings. Endpoints, problems, retention, personal data, background jobs and
 * backups derive from this list.
 */
export const features: readonly Feature<SiteParts>[] = [
  storageFeature,
  identityFeature,
  blogFeature,
  readingFeature,
  authorsFeature,
  searchFeature,
  tagsFeature,
  archiveFeature,
  commentsFeature,
  writingFeature,
  transferFeature,
  picturesFeature,
  wishlistFeature,
  followingFeature,
  accountFeature,
  staffFeature,
  moderationFeature,
  commentEmailsFeature,
  notificationsFeature,
  contactFeature,
  newsletterFeature,
  outboxFeature,
  backupsFeature,
  feedsFeature,
  sharingFeature,
  webhooksFeature,
  redirectsFeature,
  ownershipFeature,
  settingsFeature,
  healthFeature,
];

export function personalDataOf(storage: Storage): readonly PersonalData[] {
  return features.flatMap(({ personalData }) => personalData?.(storage) ?? []);
}

export const retention = features.flatMap((feature) => feature.retention ?? []);

export const notInBackups: ReadonlySet<string> = new Set(
  features.flatMap((feature) => Object.keys(feature.notInBackups ?? {})),
);

/** Migrates a database restored from a backup before the site uses it. */
export async function afterRestore(db: Reader, now: number): Promise<void> {
  for (const feature of features) await feature.afterRestore?.(db, now);
}

/** Runs when the site gets its first owner. */
export async function onClaim(write: Write): Promise<void> {
  for (const feature of features) await feature.onClaim?.(write);
}

/** Reapplies decisions newer than the backup to a restored database, and reports them. */
export async function sinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const feature of features) {
    lines.push(...((await feature.sinceBackup?.reapply(replacement)) ?? []));
  }
  return lines;
}

/** What a restore undoes without a later state to compare with. */
export const undoneByRestore: readonly string[] = features.flatMap(
  (feature) => feature.sinceBackup?.undone ?? [],
);

export function startFeatures(
  parts: SiteParts,
  outboxJobs: (kinds: readonly MailKind[]) => readonly Job[],
) {
  const works = features.flatMap(({ start }) => start?.(parts) ?? []);
  let lastSwitches: Switches = {};
  let stops: readonly (() => Promise<void>)[] = [];
  return {
    answers: works.flatMap(({ answers = [] }) => answers),
    sweeps: works.flatMap(({ sweeps = [] }) => sweeps),
    serve: works.flatMap(({ serve }) => serve ?? []),
    /** The forms that owners have switched on or off. */
    async switches() {
      const all = await Promise.all(works.map((work) => work.switches?.()));
      lastSwitches = all.reduce<Switches>((known, own) => Object.assign(known, own), {});
      return lastSwitches;
    },
    /** The last known values, for use while the database is unreachable. */
    lastSwitches: () => lastSwitches,
    /** Starts the background jobs. */
    begin(): void {
      const jobs = works.flatMap(({ jobs = [] }) => jobs);
      stops = [...jobs, ...outboxJobs(works.flatMap(({ mails = [] }) => mails))].map((job) =>
        job(),
      );
    },
    /** Resolves when all background work has ended. */
    async close(): Promise<void> {
      await Promise.all([...stops.map((stop) => stop()), ...works.map((work) => work.close?.())]);
    },
  };
}
