import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openPageStore } from '../platform/page-cache/disk/open-page-store.ts';
import type { PageStore } from '../platform/page-cache/disk/page-store.ts';
import { removeUnusedStores } from '../platform/page-cache/disk/store-folder.ts';
import { pagesFolder } from '../storage/sqlite/private-files.ts';
import type { Storage } from '../storage/storage.ts';
import type { Config } from './config.ts';
import { siteVersion } from './site-version.ts';

/** Settings that affect pages only by their presence. */
const secrets: ReadonlySet<string> = new Set(['clientSecret', 'smtpUrl']);

/** The settings that pages may depend on: all except those that surely don't affect them. */
function settingsOf(config: Config): string {
  const { port: _port, host: _host, trustedProxies: _proxies, workers: _workers, ...rest } = config;
  const {
    connectionsMax: _max,
    connectionsPerNetwork: _network,
    metrics: _metrics,
    ...more
  } = rest;
  const { dataDir: _folder, databaseUrl: _database, replicaUrl: _replica, ...others } = more;
  const { backups: _backups, pictureBucket: _bucket, logLevel: _level, ...left } = others;
  const { pagesOnDisk: _size, emailsPerMinute: _emails, isDataDirGiven: _given, ...counted } = left;
  return JSON.stringify(counted, (name, value) =>
    secrets.has(name) ? value !== undefined : value,
  );
}

/** Identifies all inputs of pages besides the database: program, settings and Node's locale data. */
function fingerprintOf(config: Config, buildStamp: string): string {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return createHash('sha256')
    .update(JSON.stringify([siteVersion(), buildStamp, settingsOf(config)]))
    .update(JSON.stringify([process.versions, locale, timeZone]))
    .digest('hex')
    .slice(0, 16);
}

export interface PagesOnDiskOptions {
  readonly config: Config;
  readonly storage: Storage;
  /** Folder of the browser files within the build. */
  readonly browserFolder: string;
  readonly onStoreError: (error: unknown) => void;
}

/** The page cache on disk. Undefined where it is off or the build can't be identified: earlier pages are removed. */
export function openPagesOnDisk(options: PagesOnDiskOptions): PageStore | undefined {
  const { config, storage, browserFolder, onStoreError } = options;
  const folder = path.join(config.dataDir, pagesFolder);
  const stamp = path.join(browserFolder, '..', 'built-from.txt');
  if (config.pagesOnDisk === 0 || !existsSync(stamp)) {
    removeUnusedStores(folder).catch(onStoreError);
    return undefined;
  }
  return openPageStore({
    folder,
    maxBytes: config.pagesOnDisk,
    fingerprint: fingerprintOf(config, readFileSync(stamp, 'utf8')),
    history: storage,
    onStoreError,
  });
}
