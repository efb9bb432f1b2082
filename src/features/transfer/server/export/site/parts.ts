import type { Storage } from '../../../../../storage/storage.ts';
import type { SiteAudience } from '../../../import-contract.ts';
import type { ZipEntry } from '../write-zip.ts';

export interface SiteExportParts {
  readonly storage: Pick<Storage, 'reader'>;
  /** Creates a function for one archive that yields the pictures in a text; each picture only once. */
  readonly pictureFiles: () => (text: string) => AsyncIterable<Pick<ZipEntry, 'name' | 'content'>>;
  /** The site's base URL without a trailing slash; empty if it has no fixed one. */
  readonly siteUrl: string;
  /** A comment's text as HTML. */
  readonly commentHtml: (text: string) => string;
  readonly siteName: () => Promise<string>;
  /** Who may read whole texts, for the import of another site. */
  readonly siteAudience: () => Promise<SiteAudience>;
  /** Redirected addresses with their targets. */
  readonly oldAddresses: () => AsyncIterable<readonly [from: string, to: string]>;
  /** Whether to include authors' e-mail addresses: an option for the operator of the machine only. */
  readonly withEmails?: boolean;
}
