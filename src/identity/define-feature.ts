import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import type { Swept } from '../storage/background/sweep.ts';
import type { Reader, Storage, Write } from '../storage/storage.ts';
import type { Answer } from './answer.ts';
import type { MailKind } from './mail/mail-kind.ts';
import type { PersonalData } from './personal-data.ts';

/** Forms that the owner switches on or off. */
export type Switches = Partial<NonNullable<SiteSettings['letters']>>;

/** Begins work beside the requests, and returns how to stop it; that resolves when the work has ended. */
export type Job = () => () => Promise<void>;

/** What a feature does in a process that serves the site. */
export interface FeatureWork {
  readonly answers?: readonly Answer[];
  /** Begun when the site listens, stopped when it closes. */
  readonly jobs?: readonly Job[];
  /** E-mails that it has the outbox send. */
  readonly mails?: readonly MailKind[];
  /** What is cleared away every ten minutes beside the rows of `retention`. */
  readonly sweeps?: readonly (() => Promise<void>)[];
  /** Answers a request ahead of the framework; false for one that isn't the feature's. */
  readonly serve?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Forms of the feature that the owner switches on or off. */
  readonly switches?: () => Promise<Switches>;
  /** Resolves when everything that was begun has ended. */
  readonly close?: () => Promise<void>;
}

/** A database that was made of a backup, beside the one whose place it takes. */
export interface Replacement {
  readonly restored: Reader;
  readonly replaced: Reader;
  /** False where the operator wants all as it was then: it is only said what comes back. */
  readonly isKept: boolean;
  readonly now: number;
}

/** What a feature is, said once; `src/app/features.ts` lists all of them, and every register derives from that list. */
export interface Feature<Parts> {
  readonly name: string;
  /** Modules whose exports are endpoints and kinds of problems. */
  readonly contracts?: readonly object[];
  /** Rows that are deleted after a time. */
  readonly retention?: readonly Swept[];
  /** Tables that no backup holds, each with the reason: what was ended or used since must not come back. */
  readonly notInBackups?: Readonly<Record<string, string>>;
  /** Changes a database that was restored from a backup, before the site uses it. */
  readonly afterRestore?: (db: Reader, now: number) => Promise<void>;
  /** What begins when the site gets its first owner, in that write. */
  readonly onClaim?: (write: Write) => Promise<void>;
  /** Keeps what was used up, ended or decided since a backup was made. Says it, or what comes back, a line each. */
  readonly sinceBackup?: (replacement: Replacement) => Promise<readonly string[]>;
  readonly personalData?: (storage: Storage) => readonly PersonalData[];
  /** `Parts` is what the feature is handed by the site: services, settings, and functions of other features. */
  readonly start?: (parts: Parts) => FeatureWork;
}

export function defineFeature<Parts>(feature: Feature<Parts>): Feature<Parts> {
  return feature;
}
