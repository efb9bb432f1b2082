import path from 'node:path';
import { z } from 'zod';
import { isSafeAddress, type OpenIdSettings } from '../features/account/openid-settings.ts';

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/, 'must look like postgres://user:password@host:5432/database')
  .optional();

const issuer = z
  .string()
  .refine(isSafeAddress, 'must be an https address, or an http one of this machine');

const environment = z.object({
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://blog.example.org' })
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  WORKERS: z.coerce.number('must be a number').int().min(1).max(64).default(1),
  DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
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
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LIMITS: z.coerce.number('must be a number').min(0).default(1),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly workers: number;
  readonly hasDemo: boolean;
  readonly reading: 'members' | 'public';
  readonly google: OpenIdSettings | undefined;
  /** The provider that has the accounts in the site's place. */
  readonly external: OpenIdSettings | undefined;
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  readonly logLevel: string;
  /** Factor on every rate limit; 0 switches them off. */
  readonly limits: number;
}

/** A setting that can't be used; the message names the variable and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The three settings of another provider, or none of them. */
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

/** Reads the settings once. Empty variables count as not set. Throws `ConfigError` naming each wrong one. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const reasons = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`These settings can't be used: ${reasons.join('; ')}.`);
  }
  const env = result.data;
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    workers: env.WORKERS,
    hasDemo: env.DEMO === 'on',
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
    mail: env.SMTP_URL
      ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'The Content Hub <no-reply@localhost>' }
      : undefined,
    logLevel: env.LOG_LEVEL,
    limits: env.LIMITS,
  });
}
