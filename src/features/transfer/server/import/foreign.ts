import type { Category } from '../../../../blog/contract.ts';
import type { FieldValues, OptionalName } from '../../../../blog/fields.ts';

/** Items of another system's export, as the readers of its formats return them. All of it is untrusted. */
export type ForeignItem = ForeignText | ForeignSubscriber | ForeignRedirect | ForeignSkip;

export interface ForeignPerson {
  /** Unique id of the person, in an export of a site of this kind; other exports identify people by name. */
  readonly id?: string;
  /** When they joined, as `createdAt`. */
  readonly since?: number;
  readonly name: string;
  /** The unverified address in the export; undefined if there is none, or if anybody could have typed it there. */
  readonly email?: string;
  readonly bio?: string;
  /** A web address, or a name for `ForeignExport.readFile`. */
  readonly photo?: string;
}

export interface ForeignComment {
  /** Stable across imports, unique within its text; the id, in an export of a site of this kind. */
  readonly key: string;
  /** The comment that it replies to. */
  readonly parentKey?: string;
  /** The answered comment within the thread, if that isn't the parent. */
  readonly answersKey?: string;
  readonly editedAt?: number;
  readonly author: ForeignPerson;
  /** The Markdown subset of comments. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether it was public in the source system. */
  readonly isApproved: boolean;
}

export interface ForeignPicture {
  /** A web address, or a name for `ForeignExport.readFile`. */
  readonly address: string;
  readonly alternativeText: string;
}

/** Further data of a text from a site of this kind, which is taken verbatim. */
export interface OwnText {
  readonly category: Category | undefined;
  /** The optional fields of its front matter. */
  readonly optionals?: FieldValues<OptionalName>;
  /** The id in its address; undefined if the export has none. */
  readonly id?: string;
}

export interface ForeignText {
  readonly kind: 'text';
  readonly own?: OwnText;
  /** Stable across imports, also from newer exports: system, site and the text's id. */
  readonly key: string;
  /** Keys that it may have had when it was imported before. */
  readonly formerKeys?: readonly string[];
  /** The name in the report. */
  readonly name: string;
  readonly title: string;
  /** Markdown without HTML; pictures by their web address or by a name for `readFile`. */
  readonly markdown: string;
  /** Plain text; empty if the export has none. */
  readonly summary: string;
  readonly cover: ForeignPicture | null;
  /** Milliseconds since 1970; null if the export has none. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** When its author closed the comments. */
  readonly commentsClosedAt?: number;
  /** The first one becomes the author. */
  readonly authors: readonly ForeignPerson[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** `private`: published, but only visible to its author or staff. */
  readonly state: 'published' | 'draft' | 'scheduled' | 'private';
  /** The audience of a published text in the source system; `unmarked` if the export doesn't say. */
  readonly audience: 'everybody' | 'signed-in' | 'invited' | 'paying' | 'password' | 'unmarked';
  /** Its previous addresses: paths with their query, such as `/2019/05/title/` and `/?p=12`. */
  readonly addresses: readonly string[];
  readonly comments: readonly ForeignComment[];
  /** How many comments the reader left out, each with a reason in `notes`. */
  readonly commentsLeftOut?: number;
  /** Changes and omissions by the reader, as sentences for the report. */
  readonly notes: readonly string[];
}

export interface ForeignSubscriber {
  readonly kind: 'subscriber';
  readonly email: string;
  readonly name: string;
  /** Whether the system still sent them e-mail: people who unsubscribed are not subscribed again. */
  readonly isSubscribed: boolean;
  /** Why not, for the report, if it isn't that they unsubscribed; it holds no address. */
  readonly whyNot?: string | undefined;
  /** Time and way of consent, as recorded in the export. */
  readonly consentedAt: number | null;
  readonly consent: string;
}

/** A redirect of the source system. */
export interface ForeignRedirect {
  readonly kind: 'redirect';
  readonly name: string;
  readonly from: string;
  /** A path of that site, or a web address. */
  readonly to: string;
}

/** An item that isn't imported: of an unsupported kind, or broken. */
export interface ForeignSkip {
  readonly kind: 'skip';
  readonly name: string;
  readonly reason: string;
  /** Whether its kind is left out by design (a menu, a revision), as opposed to broken data. */
  readonly isIntended: boolean;
}

export interface ForeignExport {
  /** For the owner: `WordPress`, `Ghost 5`. */
  readonly system: string;
  /** Streamed: the whole export is never in memory. Rejects with `ImportRefused` if the rest can't be read. */
  items(): AsyncIterable<ForeignItem>;
  /** A file of the export, such as a picture, of at most `bytesMax`; undefined if it is missing or larger. */
  readFile(name: string, bytesMax: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/**
 * `openForeignExport(target)` recognizes a file, folder or ZIP archive; undefined if the format is unknown. `name` is the
 * name of an uploaded file.
 */
export type OpenForeignExport = (
  target: string,
  options?: { readonly name?: string },
) => Promise<ForeignExport | undefined>;
