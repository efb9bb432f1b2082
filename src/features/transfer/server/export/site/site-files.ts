import type { ExportForm } from '../../../contract.ts';
import type { ZipEntry } from '../write-zip.ts';
import type { SiteExportParts } from './parts.ts';

type Files = (parts: SiteExportParts) => AsyncIterable<ZipEntry>;

/** Used rarely, so loaded on demand. */
const forms: Readonly<Record<ExportForm, () => Promise<Files>>> = {
  markdown: async () => (await import('./markdown-files.ts')).markdownFiles,
  html: async () => (await import('./html-files.ts')).htmlFiles,
  ghost: async () => (await import('./ghost-files.ts')).ghostFiles,
};

/** All files of a site export: public content only. */
export async function* siteFiles(
  form: ExportForm,
  parts: SiteExportParts,
): AsyncGenerator<ZipEntry> {
  yield* (await forms[form]())(parts);
}
