import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { commentHtml } from '../../features/comments/feature.ts';
import { createPictureFiles } from '../../features/pictures/feature.ts';
import { openPictures } from '../../features/pictures/server/bucket/open-pictures.ts';
import { createLiveSettings } from '../../features/settings/feature.ts';
import type { ExportForm } from '../../features/transfer/contract.ts';
import type { SiteExportParts } from '../../features/transfer/server/export/site/parts.ts';
import { siteFiles } from '../../features/transfer/server/export/site/site-files.ts';
import {
  FolderNotEmpty,
  writeFolder,
} from '../../features/transfer/server/export/site/write-folder.ts';
import { writeZip } from '../../features/transfer/server/export/write-zip.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import { ConfigError, readConfig } from '../config.ts';
import { siteAudienceOf } from '../page-settings.ts';
import { oldAddresses } from '../site-parts.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage: npm run export -- <folder or file.zip> [--html | --ghost] [--emails]';

const flag = { type: 'boolean' } as const;

interface Request {
  readonly target: string;
  readonly form: ExportForm;
  readonly withEmails: boolean;
}

function readArguments(args: readonly string[]): Request {
  const options = { html: flag, ghost: flag, emails: flag };
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch {
      throw new ConfigError(usage);
    }
  })();
  const [target, ...more] = positionals;
  if (!target || more.length > 0 || (values.html && values.ghost)) throw new ConfigError(usage);
  const form = values.html ? 'html' : values.ghost ? 'ghost' : 'markdown';
  return { target: path.resolve(target), form, withEmails: values.emails ?? false };
}

/** Atomic: written under a temporary name and renamed when complete. */
async function writeArchive(target: string, files: ReturnType<typeof siteFiles>): Promise<void> {
  const part = `${target}.part`;
  try {
    await pipeline(writeZip(files), createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    await rename(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw error;
  }
}

/**
 * `npm run export -- <folder or file.zip> [--html | --ghost] [--emails]`: exports all public content of the running
 * site. `--emails` adds the addresses of authors.
 */
async function main(args: readonly string[]): Promise<void> {
  const { target, form, withEmails } = readArguments(args);
  const config = readConfig(process.env);
  const storage = await openStorage({ ...config, onConnectionError: () => {} });
  try {
    const uploads = path.join(config.dataDir, picturesFolder);
    const folder = await openPictures(uploads, config.pictureBucket);
    const settings = createLiveSettings(storage);
    const parts: SiteExportParts = {
      storage,
      pictureFiles: () => createPictureFiles(folder),
      siteUrl: config.siteUrl,
      siteName: async () => nameIn(await settings.get()),
      siteAudience: async () => siteAudienceOf(config, await settings.get()),
      commentHtml,
      oldAddresses: () => oldAddresses(storage),
      withEmails,
    };
    const files = siteFiles(form, parts);
    if (target.endsWith('.zip')) await writeArchive(target, files);
    else await writeFolder(target, files);
    console.log(`The site is in ${target}.`);
  } catch (error) {
    if (error instanceof FolderNotEmpty) throw new ConfigError(error.message);
    throw error;
  } finally {
    await storage.close();
  }
}

await runCommand(main);
