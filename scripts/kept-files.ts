import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { inProject } from './launcher/project.mjs';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const reading = ['reading/blog', 'reading/wishlist', 'reading/on-this-device'];
const writing = ['writing/my-writing', 'writing/add-blog', 'writing/update-blog'];
const begin = ['src/app/browser/browser-entry.ts', 'src/app/browser/browser.tsx'];

/** Pages load each other on demand, but don't depend on each other. */
const isPage = (name: string) => /^src\/pages\/.*(?:-page\.tsx|manage-pages\.ts)$/.test(name);
/** Characters that most languages used here don't need: the text is readable without them. */
const isSpareFont = (file: string) => file.includes('-latin-ext-');

/** Adds a chunk with its static and dynamic imports. */
function addWhole(manifest: Manifest, name: string, reached: Set<string>): void {
  if (reached.has(name)) return;
  reached.add(name);
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
  const parts = [...imports, ...dynamicImports.filter((part) => !isPage(part))];
  for (const part of parts) addWhole(manifest, part, reached);
}

function filesOf(manifest: Manifest, pages: readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const names = [...begin, ...pages.map((page) => `src/pages/${page}-page.tsx`)];
  for (const name of names) addWhole(manifest, name, reached);
  const files = [...reached].flatMap((name) => {
    const { file = [], css = [], assets = [] } = manifest[name] ?? {};
    return [file, css, assets].flat();
  });
  return [...new Set(files)].filter((file) => !isSpareFont(file)).map((file) => `/${file}`);
}

const name = 'virtual:kept-files';
const resolved = `\0${name}`;

/** Passes the service worker the list of build files that its pages need: it is built after the pages. */
export const keptFilesModule: Plugin = {
  name: 'kept-files',
  applyToEnvironment: (environment) => environment.name === 'offline',
  resolveId: (id) => (id === name ? resolved : undefined),
  load(id) {
    if (id !== resolved) return undefined;
    const folder = inProject('dist', 'browser');
    const manifest: Manifest = JSON.parse(
      readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'),
    );
    // Workers are separate builds, absent from the manifest.
    const workers = readdirSync(path.join(folder, 'assets'))
      .filter((file) => /-worker-[\w-]{8}\.js$/.test(file))
      .map((file) => `/assets/${file}`);
    const forReading = filesOf(manifest, reading);
    const forWriting = [...filesOf(manifest, writing), ...workers];
    return `export const forReading = ${JSON.stringify(forReading)};
export const forWriting = ${JSON.stringify(forWriting)};`;
  },
};
