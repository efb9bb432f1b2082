import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import type { Swept } from '../storage/background/sweep.ts';
import type { Reader, Storage, Write } from '../storage/storage.ts';
import type { Answer } from './answer.ts';
import type { MailKind } from './mail/mail-kind.ts';
import type { PersonalData } from './personal-data.ts';

/** Forms that owners can switch on or off. */
export type Switches = Partial<NonNullable<SiteSettings['letters']>>;

/** Starts a background job; returns a function that stops it and resolves when it has ended. */
export type Job = () => () => Promise<void>;

/** The runtime parts of a feature, in a process that serves the site. */
export interface FeatureWork {
  readonly answers?: readonly Answer[];
  /** Started when the server listens, stopped when it closes. */
  readonly jobs?: readonly Job[];
  /** Kinds of e-mails that the outbox sends for it. */
  readonly mails?: readonly MailKind[];
  /** Run every ten minutes, in addition to `retention`. */
  readonly sweeps?: readonly (() => Promise<void>)[];
  /** Serves a request before the framework; false where the request isn't for this feature. */
  readonly serve?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Forms of the feature that owners can switch on or off. */
  readonly switches?: () => Promise<Switches>;
  /** Resolves when all background work has ended. */
  readonly close?: () => Promise<void>;
}

/** A database restored from a backup, and the one that it replaces. */
export interface Replacement {
  readonly restored: Reader;
  readonly replaced: Reader;
  /** False where the operator restores the old state in full: decisions made since are only reported. */
  readonly isKept: boolean;
  readonly now: number;
}

/** What a feature keeps of decisions that are newer than a restored backup. */
export interface SinceBackup {
  /** What a backup undoes where no replaced database tells of it; for the operator, in the middle of a sentence. */
  readonly undone: string;
  /**
   * Reapplies consumptions, ends and decisions that are newer than the backup. Reports them, and what the restore brings
   * back, one line each.
   */
  readonly reapply: (replacement: Replacement) => Promise<readonly string[]>;
}

/** Declares a feature; `src/app/features.ts` lists all features, and every registry derives from that list. */
export interface Feature<Parts> {
  readonly name: string;
  /** Modules that export endpoints and kinds of problems. */
  readonly contracts?: readonly object[];
  /** Retention rules of its tables. */
  readonly retention?: readonly Swept[];
  /** Tables excluded from backups, each with the reason: sessions or tokens that ended since must not be restored. */
  readonly notInBackups?: Readonly<Record<string, string>>;
  /** Migrates a database restored from a backup before the site uses it. */
  readonly afterRestore?: (db: Reader, now: number) => Promise<void>;
  /** Runs in the write that gives the site its first owner. */
  readonly onClaim?: (write: Write) => Promise<void>;
  readonly sinceBackup?: SinceBackup;
  readonly personalData?: (storage: Storage) => readonly PersonalData[];
  /** `Parts` are the services, settings and functions of other features that the site injects. */
  readonly start?: (parts: Parts) => FeatureWork;
}

export function defineFeature<Parts>(feature: Feature<Parts>): Feature<Parts> {
  return feature;
}
