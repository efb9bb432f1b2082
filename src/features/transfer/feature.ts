import { defineFeature, type Job } from '../../identity/define-feature.ts';
import type { FetchPublic } from '../../platform/outgoing/fetch-public.ts';
import { startBackground } from '../../storage/background/background.ts';
import type { Storage } from '../../storage/storage.ts';
import * as contract from './contract.ts';
import * as importContract from './import-contract.ts';
import { type ExportParts, exportAnswers } from './server/export/export-answers.ts';
import {
  type SiteExportAnswerParts,
  siteExportAnswers,
} from './server/export/site/site-export-answers.ts';
import type { ImportPorts } from './server/import/items/import-items.ts';
import { type ImportAnswerParts, importAnswers } from './server/import/uploads/import-answers.ts';
import { openImportFolder } from './server/import/uploads/import-folder.ts';
import { importRetention, importsTag, openImportIds } from './server/import/uploads/import-rows.ts';

interface Parts
  extends ExportParts,
    SiteExportAnswerParts,
    Omit<ImportAnswerParts, 'folder' | 'now'> {
  readonly storage: Storage;
  /** Folder of uploaded import files. */
  readonly importsRoot: string;
  readonly importPorts: Omit<ImportPorts, 'fetchPublic'>;
  readonly fetchPublic: FetchPublic;
  readonly logErrors: (what: string) => (error: unknown) => void;
}

/** Interval of the check for imports of a process that died. */
const everyMs = 60_000;

function importJob(
  { storage, importPorts, fetchPublic, logErrors }: Parts,
  folder: ReturnType<typeof openImportFolder>,
): Job {
  const onError = logErrors('import not finished');
  return () =>
    startBackground({
      storage,
      tag: importsTag,
      everyMs,
      async work(signal) {
        // The readers of foreign formats are only loaded for an import: they are a megabyte.
        if ((await openImportIds(storage.writer)).size === 0) return;
        const { runImports } = await import('./server/import/uploads/run-imports.ts');
        const { openForeignExport } = await import(
          './server/import/formats/open-foreign-export.ts'
        );
        const open = openForeignExport;
        const parts = { storage, folder, ports: importPorts, fetchPublic, open };
        await runImports({ ...parts, now: Date.now, onError }, signal);
      },
      onError,
    });
}

export type { ImportPorts } from './server/import/items/import-items.ts';

export const transferFeature = defineFeature({
  name: 'transfer',
  contracts: [contract, importContract],
  retention: importRetention,
  notInBackups: {
    imports: 'a file that is on its way lies in no backup',
    import_lines: 'the report of such a file',
  },
  start(parts: Parts) {
    const { storage } = parts;
    const folder = openImportFolder(parts.importsRoot);
    return {
      answers: [
        ...exportAnswers(parts),
        ...siteExportAnswers(parts),
        ...importAnswers({ ...parts, folder, now: Date.now }),
      ],
      jobs: [importJob(parts, folder)],
      sweeps: [async () => folder.tidy(await openImportIds(storage.writer))],
    };
  },
});
