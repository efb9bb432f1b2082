import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface ForbiddenImport {
  /** Path of the importing file from the project's folder, with slashes. */
  readonly file: string;
  readonly imported: string;
  /** What to do instead. */
  readonly advice: string;
}

/** From inner to outer: each ring imports from itself and from those before it. */
const rings = [
  'platform',
  'storage',
  'identity',
  'blog',
  'paths.ts',
  'features',
  'pages',
  'app',
] as const;
type Ring = (typeof rings)[number];

/** The parts of `platform` that also run in a browser. */
const sharedPlatform = ['contract', 'markdown', 'site', 'text', 'web'];

interface Import {
  /** Importing file, and its path inside `src` in parts. */
  readonly file: string;
  readonly from: readonly string[];
  readonly imported: string;
  /** True for type-only imports, which are erased. */
  readonly isTypeOnly: boolean;
  /** The imported file's path inside `src` in parts; undefined for packages. */
  readonly to: readonly string[] | undefined;
}

const ringOf = ([first]: readonly string[]): Ring | undefined =>
  rings.find((ring) => ring === first);
const isTest = (file: string) => /\.(test|suite)\.tsx?$|\/(testing|testing-[\w-]+)\.ts$/.test(file);
const isFeature = (parts: readonly string[]) => parts.at(-1) === 'feature.ts';
const isContract = (parts: readonly string[]) =>
  parts.at(-1) === 'contract.ts' || parts.slice(0, -1).includes('contract');

/** Whether the file ends up in the browser's bundle. */
function isForBrowser(parts: readonly string[]): boolean {
  return (
    parts.includes('web') ||
    parts[0] === 'pages' ||
    /^app\/browser\//.test(parts.join('/')) ||
    isContract(parts)
  );
}

function outwardAdvice({ from, to }: Import): string | undefined {
  const own = ringOf(from);
  const other = to && ringOf(to);
  if (!own || !other || rings.indexOf(other) <= rings.indexOf(own)) return undefined;
  return `src/${own} may not know src/${other}. Take what is needed as a parameter and let src/app hand it in, or move the shared part inwards.`;
}

function featureAdvice({ file, from, to }: Import): string | undefined {
  // Only tests combine features, to check them together.
  if (isTest(file)) return undefined;
  if (from[0] !== 'features' || to?.[0] !== 'features' || from[1] === to[1]) return undefined;
  return `features don't know each other. Let ${from[1]} take a small function that src/app makes from ${to[1]}, or bring the two together in src/pages.`;
}

/** The layers of a feature that has some: each imports from itself and from those before it. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  writing: [
    'common',
    'text-field',
    'history',
    'drafts',
    'publishing',
    'own-texts',
    'others-texts',
    'editor',
    'feature.ts',
  ],
};

function roomAdvice({ file, from, to }: Import): string | undefined {
  const [ring, slice = '', own = ''] = from;
  const inOrder = rooms[slice];
  if (isTest(file) || ring !== 'features' || !inOrder) return undefined;
  if (!inOrder.includes(own)) return `${slice} has rooms: ${inOrder.join(', ')}. Move it into one.`;
  const [, ofSlice, other = ''] = to ?? [];
  if (ofSlice !== slice || inOrder.indexOf(other) <= inOrder.indexOf(own)) return undefined;
  return `the room ${own} of ${slice} may not know ${other}. Take what is needed as a parameter, or move the shared part to a room before both.`;
}

/** The files of `app` that know features: their list, their dependencies, and code that runs beside a serving site. */
const knowFeatures =
  /^app\/(features\.ts|site-parts\.ts|config\.ts|(backup|commands|doctor)\/.*|dev\.ts|serving\/(claim-link|run-site)\.ts)$/;

function listAdvice({ file, from, isTypeOnly, to }: Import): string | undefined {
  if (isTest(file) || isTypeOnly || from[0] !== 'app' || to?.[0] !== 'features') return undefined;
  if (!isFeature(to) && !to.includes('server')) return undefined;
  if (knowFeatures.test(from.join('/'))) return undefined;
  return "only src/app/features.ts and src/app/site-parts.ts know features. Let the feature's feature.ts say it, and derive from the list.";
}

function browserAdvice({ file, from, imported, isTypeOnly, to }: Import): string | undefined {
  if (isTest(file) || isTypeOnly || !isForBrowser(from)) return undefined;
  if (imported.startsWith('node:')) {
    return 'this file runs in browsers, which have no Node. Move the code that needs it to server/.';
  }
  if (to?.includes('server') || to?.[0] === 'storage' || (to && isFeature(to))) {
    return "this file runs in browsers, server code doesn't. Call the endpoint of contract.ts instead.";
  }
  if (to?.[0] === 'platform' && to[1] && !sharedPlatform.includes(to[1])) {
    return `this file runs in browsers, src/platform/${to[1]} doesn't. Use src/platform/{${sharedPlatform.join(',')}}.`;
  }
  return undefined;
}

function sideAdvice({ file, from, to }: Import): string | undefined {
  if (isTest(file) || !to?.includes('web')) return undefined;
  if (isContract(from))
    return 'a contract is read by both sides. Move what it needs into the contract.';
  if (!from.includes('server') && !isFeature(from)) return undefined;
  return 'server code may not use what is made for the browser. Move the shared part to contract.ts or src/platform/text.';
}

function sourceAdvice({ file, from, imported, isTypeOnly }: Import): string | undefined {
  if (isTest(file) || isTypeOnly || isForBrowser(from) || !file.endsWith('.ts')) return undefined;
  if (!imported.endsWith('.tsx')) return undefined;
  return 'the server runs from its sources in tests and commands, and only what is built may hold JSX. Move what it needs into a .ts file.';
}

function textsAdvice(one: Import): string | undefined {
  return isRawTextsImport(one) ? rawTextAdvice : undefined;
}

const rules = [
  textsAdvice,
  outwardAdvice,
  featureAdvice,
  roomAdvice,
  listAdvice,
  browserAdvice,
  sideAdvice,
  sourceAdvice,
];

/** All imports, re-exports and dynamic imports with a literal specifier. */
function importsOf(file: string, source: string): Pick<Import, 'imported' | 'isTypeOnly'>[] {
  const { module } = parseSync(file, source);
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    imported: moduleRequest.value,
    isTypeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ imported: moduleRequest.value, isTypeOnly: isType }] : [],
    ),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    return /^(['"]).*\1$/.test(text) ? [{ imported: text.slice(1, -1), isTypeOnly: false }] : [];
  });
  return [...imports, ...reexports, ...dynamic];
}

/** Loads the other chunks, and must stay small: its failure leaves a readable document. */
const entry = 'src/app/browser/browser-entry.ts';

const chunkAdvice =
  'what a browser loads late may not come, and must not take the page down. Write `lazyChunk(() => import(…))` of src/platform/web/lazy-chunk.ts.';

/** Lazy loading in a browser without `lazyChunk`: `import()`, React's `lazy`, a router's, a glob. */
function looseChunks(file: string, source: string): ForbiddenImport[] {
  const found: ForbiddenImport[] = [];
  let depth = 0;
  const add = ({ start, end }: { readonly start: number; readonly end: number }) =>
    found.push({ file, imported: source.slice(start, end), advice: chunkAdvice });
  const isLazyChunk = ({ callee }: ESTree.CallExpression) =>
    callee.type === 'Identifier' && callee.name === 'lazyChunk';
  const visitor = new Visitor({
    CallExpression(node) {
      if (isLazyChunk(node)) depth += 1;
      const called = source.slice(node.callee.start, node.callee.end);
      if (called === 'lazy' || called.endsWith('.lazy')) add(node.callee);
      if (called === 'import.meta.glob' && !source.includes('lazyChunk(')) add(node.callee);
    },
    'CallExpression:exit'(node) {
      if (isLazyChunk(node)) depth -= 1;
    },
    ImportExpression(node) {
      if (depth === 0) add(node);
    },
    Property({ key }) {
      if (key.type === 'Identifier' && key.name === 'lazy') add(key);
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

/** Code that may access the tables behind the views: the owners of the texts, and the migrations. */
const textOwners = [
  'src/blog/',
  'src/features/writing/',
  'src/features/comments/server/',
  // Texts of every state change their owner.
  'src/features/ownership/server/',
  'src/storage/migrations/',
];
const rawTexts = 'src/blog/server/texts.ts';
const rawTextInSql = /\b(?:from|join|into|update)\s+"?(blogs|comments)\b"?(?!\.)/gi;
const rawTextAdvice =
  'it holds blogs and comments of every state. Read the views `published_blogs` and `published_comments`, or call a function of src/blog/server that says which states it means.';

/** Raw SQL on the tables `blogs` and `comments` outside of their owners; types prevent all other access. */
function rawTextsOf(file: string, source: string): ForbiddenImport[] {
  if (isTest(file) || textOwners.some((owner) => file.startsWith(owner))) return [];
  const found: ForbiddenImport[] = [];
  const look = (start: number, text: string) => {
    for (const { 1: table = '' } of text.matchAll(rawTextInSql)) {
      found.push({ file, imported: `the table \`${table}\` (at ${start})`, advice: rawTextAdvice });
    }
  };
  const visitor = new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (/^sql\b/.test(source.slice(tag.start, tag.end))) {
        look(quasi.start, source.slice(quasi.start, quasi.end));
      }
    },
    CallExpression({ callee, arguments: given }) {
      if (source.slice(callee.start, callee.end) !== 'sql.raw') return;
      for (const { start, end } of given) look(start, source.slice(start, end));
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

function isRawTextsImport({ file, imported, isTypeOnly }: Import): boolean {
  if (isTypeOnly || isTest(file) || !imported.endsWith('/texts.ts')) return false;
  const target = path.posix.join(path.posix.dirname(file), imported);
  return target === rawTexts && !textOwners.some((owner) => file.startsWith(owner));
}

/** The imports of a file under `src` that break the rings. `file` is its path from the project's folder. */
export function forbiddenImports(file: string, source: string): ForbiddenImport[] {
  const partsOf = (name: string) => path.posix.relative('src', name).split('/');
  const runsLate = isForBrowser(partsOf(file)) && !isTest(file) && file !== entry;
  const loose = runsLate ? looseChunks(file, source) : [];
  const outside = importsOf(file, source).flatMap(({ imported, isTypeOnly }) => {
    const to = imported.startsWith('.')
      ? partsOf(path.posix.join(path.posix.dirname(file), imported))
      : undefined;
    const one = { file, from: partsOf(file), imported, isTypeOnly, to };
    const advice = rules.map((rule) => rule(one)).find((text) => text !== undefined);
    return advice ? [{ file, imported, advice }] : [];
  });
  return [...outside, ...loose, ...rawTextsOf(file, source)];
}
