import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { PageAssets } from './document.ts';
import type { bindingOf, render, renderTemplate } from './render.tsx';

/** Renders pages: the build's in production, the development server's otherwise. */
export interface PageRenderer {
  readonly render: typeof render;
  readonly renderTemplate: typeof renderTemplate;
  readonly bindingOf: typeof bindingOf;
  readonly assetsOf: (page: string) => PageAssets;
  /** Inline scripts of documents; the content security policy has their hashes. */
  readonly inlineScripts: readonly string[];
  /** A development server injects scripts and styles that a content security policy would block. */
  readonly isDevelopment: boolean;
}

/** The exports of `render.tsx`, built or from source. */
export interface RenderModule {
  readonly render: typeof render;
  readonly renderTemplate: typeof renderTemplate;
  readonly bindingOf: typeof bindingOf;
  readonly inlineScripts: readonly string[];
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

const entryFile = 'src/app/browser/browser-entry.ts';
/** The chunk that the entry loads after the first paint. */
const hydrationFile = 'src/app/browser/browser.tsx';
/** Fonts of the first paint; the others load on use. */
const preloadedFonts = /\/(newsreader-display|instrument-sans)-[\w-]{8}\.woff2$/;

/** The chunk and its transitive imports, dependencies first. */
function chunksBehind(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name]?.imports ?? []) chunksBehind(manifest, imported, seen);
  seen.delete(name);
  return seen.add(name);
}

/** The build files that a page needs, from Vite's manifest. */
export function readPageAssets(browserFolder: string): PageRenderer['assetsOf'] {
  const manifestFile = path.join(browserFolder, '.vite', 'manifest.json');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const entry = manifest[entryFile];
  if (!entry) throw new Error(`The build has no ${entryFile}: build again.`);
  const known = new Map<string, PageAssets>();

  function assetsOf(page: string): PageAssets {
    const atOnce = chunksBehind(manifest, entryFile);
    const names = new Set([
      ...atOnce,
      ...chunksBehind(manifest, hydrationFile),
      ...chunksBehind(manifest, `src/pages/${page}-page.tsx`),
    ]);
    const chunks = [...names].flatMap((name) => manifest[name] ?? []);
    const fonts = chunks.flatMap((chunk) => chunk.assets).map((file) => `/${file}`);
    return {
      script: `/${entry?.file}`,
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css))].map((file) => `/${file}`),
      parts: [...names]
        .filter((name) => !atOnce.has(name))
        .flatMap((name) => manifest[name] ?? [])
        .map(({ file }) => `/${file}`),
      fonts: [...new Set(fonts)].filter((file) => preloadedFonts.test(file)),
    };
  }

  return (page) => {
    const assets = known.get(page) ?? assetsOf(page);
    known.set(page, assets);
    return assets;
  };
}

/** The pages built by `npm run build` in `dist`. */
export async function loadBuiltPages(distFolder: string): Promise<PageRenderer> {
  const moduleUrl = pathToFileURL(path.join(distFolder, 'server', 'render.js')).href;
  const pages = (await import(moduleUrl)) as RenderModule;
  return {
    ...pages,
    isDevelopment: false,
    assetsOf: readPageAssets(path.join(distFolder, 'browser')),
  };
}
