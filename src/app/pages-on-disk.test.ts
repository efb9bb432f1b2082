import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { pagesFolder } from '../storage/sqlite/private-files.ts';
import { testOn } from '../storage/testing.ts';
import { readConfig } from './config.ts';
import { openPagesOnDisk } from './pages-on-disk.ts';

testOn(
  'sqlite',
  'with PAGES_ON_DISK=0, or for a build without its stamp, earlier pages are removed',
  async ({ storage }) => {
    const root = mkdtempSync(path.join(tmpdir(), 'content-hub-pages-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    writeFileSync(path.join(root, 'built-from.txt'), 'sources');
    const pages = path.join(root, pagesFolder);
    for (const [size, browserFolder] of [
      ['0', path.join(root, 'browser')],
      ['64', path.join(root, 'unknown', 'browser')],
    ] as const) {
      const store = path.join(pages, `${'a'.repeat(16)}-1`);
      mkdirSync(store, { recursive: true });
      writeFileSync(path.join(store, 'index.sqlite'), 'stored before');
      mkdirSync(path.join(pages, 'of-others'), { recursive: true });
      const opened = openPagesOnDisk({
        config: readConfig({ DATA_DIR: root, PAGES_ON_DISK: size }),
        storage,
        browserFolder,
        onStoreError(error) {
          throw error;
        },
      });
      expect(opened).toBeUndefined();
      await expect.poll(() => readdirSync(pages)).toEqual(['of-others']);
    }
  },
);
