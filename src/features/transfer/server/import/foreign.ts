import type { Category } from '../../../../blog/contract.ts';

/** What an export of another system holds, as readers of formats hand it over, item by item: nothing of it is trusted. */
export type ForeignItem = ForeignText | ForeignSubscriber | ForeignRedirect | ForeignSkip;

export interface ForeignPerson {
  /** Of this person alone, in an export of a site such as this one; others tell people apart by name. */
  readonly id?: string;
  /** Since when they were known there, as `createdAt`. */
  readonly since?: number;
  readonly name: string;
  /** As the export has it, unproven; undefined where it has none. */
  readonly email?: string;
  readonly bio?: string;
  /** An address on the web, or a name that `ForeignExport.readFile` knows. */
  readonly photo?: string;
}

export interface ForeignComment {
  /** The same at every import, within its text; its id, in an export of a site such as this one. */
  readonly key: string;
  /** The comment that it replies to. */
  readonly parentKey?: string;
  /** The one within the thread that it answers, where that is another one. */
  readonly answersKey?: string;
  readonly editedAt?: number;
  readonly author: ForeignPerson;
  /** The small Markdown of comments, as the site writes it. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether everybody could read it there. */
  readonly isApproved: boolean;
}

export interface ForeignPicture {
  /** An address on the web, or a name that `ForeignExport.readFile` knows. */
  readonly address: string;
  readonly alternativeText: string;
}

/** What a text of a site such as this one says beside that: it is taken to the letter. */
export interface OwnText {
  readonly category: Category | undefined;
  /** What its address there ended with; undefined where the export doesn't say. */
  readonly id?: string;
}

export interface ForeignText {
  readonly kind: 'text';
  readonly own?: OwnText;
  /** The same at every import of this text, also from a newer export: system, site and its id there. */
  readonly key: string;
  /** How the report calls it. */
  readonly name: string;
  readonly title: string;
  /** Markdown, nothing of HTML left; pictures by their address on the web, or by a name that `readFile` knows. */
  readonly markdown: string;
  /** Plain text; empty where the export has none. */
  readonly summary: string;
  readonly cover: ForeignPicture | null;
  /** Milliseconds since 1970; null where the export has none. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** When its author had it take no more comments. */
  readonly commentsClosedAt?: number;
  /** The first is whose it becomes. */
  readonly authors: readonly ForeignPerson[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** `private`: published there, for its author or the staff alone. */
  readonly state: 'published' | 'draft' | 'scheduled' | 'private';
  /** Who could read it there where it was published. */
  readonly audience: 'everybody' | 'signed-in' | 'paying' | 'password';
  /** Where it stood there: paths with their query, such as `/2019/05/title/` and `/?p=12`. */
  readonly addresses: readonly string[];
  readonly comments: readonly ForeignComment[];
  /** What was changed or left out in reading, in words for the report. */
  readonly notes: readonly string[];
}

export interface ForeignSubscriber {
  readonly kind: 'subscriber';
  readonly email: string;
  readonly name: string;
  /** Whether that system still wrote to them; whoever had unsubscribed is never written to here either. */
  readonly isSubscribed: boolean;
  /** When and how they agreed, as the export tells it. */
  readonly consentedAt: number | null;
  readonly consent: string;
}

/** An address that leads on there. */
export interface ForeignRedirect {
  readonly kind: 'redirect';
  readonly name: string;
  readonly from: string;
  /** A path there, or an address on the web. */
  readonly to: string;
}

/** Something that isn't brought in: an item of another kind, or one that is broken. */
export interface ForeignSkip {
  readonly kind: 'skip';
  readonly name: string;
  readonly reason: string;
  /** A kind that is meant to be left out (a menu, a revision), not something that is broken. */
  readonly isIntended: boolean;
}

export interface ForeignExport {
  /** In words: `WordPress`, `Ghost 5`. */
  readonly system: string;
  /** Read as it is asked for: the whole is never in memory. Rejects with `ImportRefused` where the rest can't be read. */
  items(): AsyncIterable<ForeignItem>;
  /** A file of the export, such as a picture, up to `bytesMax`; undefined where it has no such file or it is larger. */
  readFile(name: string, bytesMax: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** `openForeignExport(target)` recognises a file, folder or zip; undefined where it is none that is known. */
export type OpenForeignExport = (target: string) => Promise<ForeignExport | undefined>;
