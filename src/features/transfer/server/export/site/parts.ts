import type { Storage } from '../../../../../storage/storage.ts';
import type { ZipEntry } from '../write-zip.ts';

export interface SiteExportParts {
  readonly storage: Pick<Storage, 'reader'>;
  /** For one archive: the files of the pictures that a text names, each but once. */
  readonly pictureFiles: () => (text: string) => AsyncIterable<Pick<ZipEntry, 'name' | 'content'>>;
  /** Where the site is, without a slash at its end; empty where it goes by any name. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
  /** Old addresses, and where each leads here. */
  readonly oldAddresses: () => AsyncIterable<readonly [from: string, to: string]>;
  /**
   * Whether e-mail addresses of those who wrote go along. Only the operator of the machine may ask for them.
   */
  readonly withEmails?: boolean;
}
