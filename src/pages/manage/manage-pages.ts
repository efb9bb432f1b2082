import { type LatePart, latePart } from '../../platform/web/late-part.ts';
import type { Page } from '../define-page.ts';

const files: Readonly<Record<string, LatePart<Page>>> = Object.fromEntries(
  Object.entries(import.meta.glob<Page>('./*-page.tsx', { import: 'page' })).map(([file, load]) => [
    file,
    latePart(load),
  ]),
);

/** Loads a page of Manage, by its name in `paths.ts`. A list of its own: no reader loads even the names of its files. */
export function loadManagePage(page: string): Promise<Page> {
  const load = files[`.${page.slice('manage'.length)}-page.tsx`];
  if (!load) throw new Error(`src/pages/${page}-page.tsx is in paths.ts, but not in the folder.`);
  return load();
}
