import path from 'node:path';
import { z } from 'zod';
import {
  isSafeAddress,
  type OpenIdSettings,
} from '../features/account/server/openid/openid-settings.ts';
import type { ReviewSettings } from '../features/moderation/server/review.ts';
import type { BucketSettings } from '../features/pictures/server/bucket/bucket-settings.ts';
import type { PictureLimits } from '../features/pictures/server/picture-store.ts';
import type { QuotaLimits } from '../identity/quotas/account-quotas.ts';
import {
  noProxies,
  ProxyListError,
  readTrustedProxies,
  type TrustedProxies,
} from '../platform/http/ingress/trusted-proxies.ts';
import { backupsFolder } from '../storage/sqlite/private-files.ts';
import type { BackupSettings } from './backup/backup-state.ts';
import { defaultWorkers } from './serving/default-workers.ts';

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/, 'must look like postgres://user:password@host:5432/database')
  .optional();

const issuer = z
  .string()
  .refine(isSafeAddress, 'must be an https address, or an http one of this machine');

const trustedProxies = z
  .string()
  .transform((text, context) => {
    try {
      return readTrustedProxies(text);
    } catch (error) {
      if (!(error instanceof ProxyListError)) throw error;
      const how = 'must list addresses and ranges such as 192.0.2.1 or 10.0.0.0/8';
      context.addIssue({ code: 'custom', message: `${how}: ${error.message}` });
      return z.NEVER;
    }
  })
  .default(noProxies);

/** Whether a URL has only a protocol, a host, a port and a path; another check rejects invalid URLs. */
function isBareAddress(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}

/** Whether a URL may be published in headers and feeds. */
function isSafeHub(text: string): boolean {
  const url = URL.parse(text);
  return url === null || `${url.username}${url.password}${url.hash}` === '';
}

const whole = z.coerce.number('must be a number').int();
/** A limit per account; 0 for none. */
const bound = whole.min(0);
/** Default limit of links in a new account's comment, where first texts are reviewed. */
const linksUnderReview = 2;
/** A comma-separated list. */
const spamList = z
  .string()
  .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
  .refine((entries) => entries.length <= 1_000, 'can name at most 1000')
  .default([]);
const mebibyte = 1_024 * 1_024;
/** In MiB: a smaller cache isn't worth its index. */
const leastOnDisk = 16;

const unitMs = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

/** A duration such as `30m`, `24h` or `7d`, in milliseconds. */
const duration = z
  .string()
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'must look like 24h, 30m or 7d')
  .transform((text) => {
    const unit = text.slice(-1) as keyof typeof unitMs;
    return Number(text.slice(0, -1)) * unitMs[unit];
  });

const environment = z.object({
  PORT: whole.min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://blog.example.org' })
    .optional(),
  TRUSTED_PROXIES: trustedProxies,
  CONNECTIONS_MAX: whole.min(1).default(12_000),
  CONNECTIONS_PER_NETWORK: whole.min(1).default(256),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  METRICS_PORT: whole.min(1).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  WORKERS: whole
    .min(1)
    .max(64)
    .default(() => defaultWorkers()),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  READING: z.enum(['members', 'public'], 'must be members or public').default('members'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
  IDENTITY_ISSUER: issuer.optional(),
  IDENTITY_CLIENT_ID: z.string().optional(),
  IDENTITY_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: z.string().optional(),
  LETTERS_PER_MINUTE: whole.min(1).max(1_000_000).default(600),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/, error: 'must look like mailto:security@example.org' })
    .optional(),
  WEBSUB_HUB: z
    .url({ protocol: /^https$/, error: 'must be an address such as https://hub.example.org' })
    .refine(isSafeHub, 'must have no name, password or #')
    .optional(),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and dashes')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LIMITS: z.coerce.number('must be a number').min(0).default(1),
  TEXT_PER_ACCOUNT: bound.default(100),
  WRITTEN_PER_DAY: bound.default(1_024),
  BLOGS_PER_DAY: bound.default(100),
  COMMENTS_PER_DAY: bound.default(1_000),
  PICTURES_PER_ACCOUNT: bound.default(500),
  PICTURES_PER_DAY: bound.default(200),
  PAGES_ON_DISK: bound
    .refine((size) => size === 0 || size >= leastOnDisk, `must be 0, or at least ${leastOnDisk}`)
    .default(1_024),
  BACKUP_EVERY: duration.optional(),
  BACKUP_KEEP: whole.min(1).max(10_000).default(7),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_PICTURES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PICTURES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
    // `fetch` rejects URLs with credentials and prints the password in the error; object keys are appended to the path.
    .refine(isBareAddress, 'must have no name, password, ? or #: the key has settings of its own')
    .optional(),
  PICTURES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  PICTURES_S3_REGION: z.string().default('us-east-1'),
  PICTURES_S3_KEY_ID: z.string().optional(),
  PICTURES_S3_SECRET: z.string().optional(),
  PICTURES_S3_PATH_STYLE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  REVISIONS_KEPT: whole.min(1).max(1_000).default(50),
  REVIEW_FIRST: whole.min(0).max(100).default(0),
  REVIEW_LINKS: whole.min(0).max(100).optional(),
  SPAM_WORDS: spamList,
  SPAM_HOSTS: spamList,
  ACCOUNTS_PER_DAY: bound.default(0),
});

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Public base URL of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** True where no URL is configured: it is a guess then, and the site accepts any host name. */
  readonly goesByAnyName: boolean;
  readonly trustedProxies: TrustedProxies;
  /** Most concurrent connections in total. */
  readonly connectionsMax: number;
  /** Most concurrent connections from one network. */
  readonly connectionsPerNetwork: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** True where the operator chose the folder: an empty one may mean that its disk isn't mounted. */
  readonly isDataDirGiven: boolean;
  /** Maximum bytes of the page cache on disk; 0 for none. */
  readonly pagesOnDisk: number;
  readonly databaseUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly workers: number;
  /** Address of the Prometheus endpoint; undefined where it is off. */
  readonly metrics: MetricsAddress | undefined;
  readonly hasDemo: boolean;
  /** Default until the owner sets it. */
  readonly reading: 'members' | 'public';
  readonly google: OpenIdSettings | undefined;
  /** The external identity provider that manages the accounts. */
  readonly external: OpenIdSettings | undefined;
  /** Without `from`, the sender is the site's own name and address. */
  readonly mail: { readonly smtpUrl: string; readonly from: string | undefined } | undefined;
  /** Rate limit of newsletter e-mails. */
  readonly emailsPerMinute: number;
  /** Contact in `/.well-known/security.txt`, in place of the contact page. */
  readonly securityContact: string | undefined;
  /** The WebSub hub that distributes feed updates; undefined for none. */
  readonly webSubHub: string | undefined;
  /** The IndexNow key that proves to search engines who submits a new address; undefined where it is off. */
  readonly indexNowKey: string | undefined;
  readonly logLevel: string;
  /** Factor on every rate limit and quota; 0 switches them off. */
  readonly limits: number;
  readonly quotas: QuotaLimits;
  readonly pictures: PictureLimits;
  readonly backups: BackupSettings;
  /** The object store of pictures, in place of `dataDir`. */
  readonly pictureBucket: BucketSettings | undefined;
  /** Most revisions kept of a blog. */
  readonly revisionsKept: number;
  readonly review: ReviewSettings;
  /** Most accounts that one network may create in a day; 0 leaves only the hourly limit. */
  readonly accountsPerDay: number;
}

/** An invalid setting; the message names the variable and its valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The three settings of an external identity provider, or none of them. */
function externalOf(env: z.output<typeof environment>): OpenIdSettings | undefined {
  const { IDENTITY_ISSUER, IDENTITY_CLIENT_ID, IDENTITY_CLIENT_SECRET } = env;
  const given = { IDENTITY_ISSUER, IDENTITY_CLIENT_ID, IDENTITY_CLIENT_SECRET };
  const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]));
  if (IDENTITY_ISSUER && IDENTITY_CLIENT_ID && IDENTITY_CLIENT_SECRET) {
    return {
      issuer: IDENTITY_ISSUER,
      clientId: IDENTITY_CLIENT_ID,
      clientSecret: IDENTITY_CLIENT_SECRET,
    };
  }
  if (missing.length === Object.keys(given).length) return undefined;
  throw new ConfigError(
    `Another identity provider needs an issuer, a client and its secret: ${missing.join(' and ')} must be set too.`,
  );
}

/** The settings of an object store for pictures, or none of them. */
function bucketOf(env: z.output<typeof environment>): BucketSettings | undefined {
  const { PICTURES_S3_ENDPOINT, PICTURES_S3_BUCKET, PICTURES_S3_KEY_ID, PICTURES_S3_SECRET } = env;
  const given = {
    PICTURES_S3_ENDPOINT,
    PICTURES_S3_BUCKET,
    PICTURES_S3_KEY_ID,
    PICTURES_S3_SECRET,
  };
  const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]));
  if (PICTURES_S3_ENDPOINT && PICTURES_S3_BUCKET && PICTURES_S3_KEY_ID && PICTURES_S3_SECRET) {
    return {
      endpoint: withoutTrailingSlashes(PICTURES_S3_ENDPOINT),
      bucket: PICTURES_S3_BUCKET,
      region: env.PICTURES_S3_REGION,
      keyId: PICTURES_S3_KEY_ID,
      secret: PICTURES_S3_SECRET,
      hasPathStyle: env.PICTURES_S3_PATH_STYLE === 'on',
    };
  }
  if (missing.length === Object.keys(given).length) return undefined;
  throw new ConfigError(
    `A store for pictures needs an address, a bucket, a key and its secret: ${missing.join(' and ')} must be set too.`,
  );
}

function metricsOf(env: z.output<typeof environment>): MetricsAddress | undefined {
  const { METRICS_PORT: port, METRICS_HOST: host } = env;
  if (port === undefined) return undefined;
  if (port === env.PORT) throw new ConfigError('METRICS_PORT must be another port than PORT.');
  return { port, host };
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** `LIMITS` scales the quotas like the rate limits; 0 means no limit. */
function limitsOf(env: z.output<typeof environment>) {
  const scaled = (limit: number) => limit * env.LIMITS || Number.POSITIVE_INFINITY;
  const quotas: QuotaLimits = {
    textBytes: scaled(env.TEXT_PER_ACCOUNT * mebibyte),
    writtenBytesPerDay: scaled(env.WRITTEN_PER_DAY * mebibyte),
    blogsPerDay: scaled(env.BLOGS_PER_DAY),
    commentsPerDay: scaled(env.COMMENTS_PER_DAY),
  };
  const pictures: PictureLimits = {
    bytes: scaled(env.PICTURES_PER_ACCOUNT * mebibyte),
    perDay: scaled(env.PICTURES_PER_DAY),
  };
  return { quotas, pictures };
}

/** Parses the settings once. Empty variables count as not set. Throws `ConfigError` that names each invalid one. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const reasons = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`These settings can't be used: ${reasons.join('; ')}.`);
  }
  const env = result.data;
  const dataDir = env.DATA_DIR ?? './data';
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    siteUrl: withoutTrailingSlashes(env.SITE_URL ?? `http://localhost:${env.PORT}`),
    goesByAnyName: env.SITE_URL === undefined,
    trustedProxies: env.TRUSTED_PROXIES,
    connectionsMax: env.CONNECTIONS_MAX,
    connectionsPerNetwork: env.CONNECTIONS_PER_NETWORK,
    dataDir: path.resolve(dataDir),
    isDataDirGiven: env.DATA_DIR !== undefined,
    pagesOnDisk: env.PAGES_ON_DISK * mebibyte,
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    workers: env.WORKERS,
    metrics: metricsOf(env),
    // A site in a chosen folder isn't a trial: its demo content is off by default.
    hasDemo: (env.DEMO ?? (env.DATA_DIR === undefined ? 'on' : 'off')) === 'on',
    reading: env.READING,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER,
          }
        : undefined,
    external: externalOf(env),
    mail: env.SMTP_URL ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    emailsPerMinute: env.LETTERS_PER_MINUTE,
    securityContact: env.SECURITY_CONTACT,
    webSubHub: env.WEBSUB_HUB && new URL(env.WEBSUB_HUB).href,
    indexNowKey: env.INDEXNOW_KEY,
    logLevel: env.LOG_LEVEL,
    limits: env.LIMITS,
    ...limitsOf(env),
    backups: {
      everyMs: env.BACKUP_EVERY,
      keep: env.BACKUP_KEEP,
      folder: path.resolve(env.BACKUP_DIR ?? path.join(dataDir, backupsFolder)),
      keepsPictures: env.BACKUP_PICTURES === 'on',
    },
    pictureBucket: bucketOf(env),
    revisionsKept: env.REVISIONS_KEPT,
    review: {
      reviewFirst: env.REVIEW_FIRST,
      linksOfNew: env.REVIEW_LINKS ?? (env.REVIEW_FIRST > 0 ? linksUnderReview : undefined),
      spamWords: env.SPAM_WORDS,
      spamHosts: env.SPAM_HOSTS,
    },
    accountsPerDay: env.ACCOUNTS_PER_DAY,
  });
}
