import { staffStandingQuery } from '../../features/staff/web/staff-queries.ts';
import { type LazyChunk, lazyChunk } from '../../platform/web/lazy-chunk.ts';
import type { Page } from '../define-page.ts';

const files: Readonly<Record<string, LazyChunk<Page>>> = Object.fromEntries(
  Object.entries(import.meta.glob<Page>('./*-page.tsx', { import: 'page' })).map(([file, load]) => [
    file,
    lazyChunk(load),
  ]),
);

/**
 * Loads a page of Manage, by its name in `paths.ts`. A separate list: readers don't load even the names of its files.
 */
export async function loadManagePage(page: string): Promise<Page> {
  const load = files[`.${page.slice('manage'.length)}-page.tsx`];
  if (!load) throw new Error(`src/pages/${page}-page.tsx is in paths.ts, but not in the folder.`);
  const loaded = await load();
  // All of them share the layout, whose query comes first.
  return {
    ...loaded,
    queries: (request) => [staffStandingQuery(), ...loaded.queries(request)],
  };
}
