import path from 'node:path';
import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { browserEndpoints } from './scripts/browser-endpoints.ts';
import { commonPasswordsModule } from './scripts/common-passwords.ts';
import { keptFilesModule } from './scripts/kept-files.ts';
import { nodeModules } from './scripts/node-modules.ts';
import { startChunks } from './scripts/start-chunks.ts';

/** How long each plugin took is of no use to whoever starts the site. */
const checks = { bundlerTimings: false };

/**
 * A thread's or a process's module, named as `new URL('./layout-thread.ts', import.meta.url)`, is built as one that starts
 * by itself.
 */
const threads: Plugin = {
  name: 'threads',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    filter: { code: /-(thread|process)\.ts['"], import\.meta\.url\)/ },
    handler(code, module) {
      const built = code.replace(
        /(?<=URL\(['"]\.\/)([\w-]+-(?:thread|process))\.ts/,
        (file, name) => {
          const id = path.resolve(path.dirname(module), file);
          this.emitFile({ type: 'chunk', id, fileName: `${name}.js` });
          return `${name}.js`;
        },
      );
      // Nothing moves to another line.
      return { code: built, map: null };
    },
  },
};

/** Stacks lead back to the site's own sources; maps of its packages would be most of what a start reads. */
const ownMaps: Plugin = {
  name: 'own-maps',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/** Fastify's compilers of JSON schemas, a sixth of what a start would read: `server-options.ts` replaces them. */
const noCompilers: Plugin = {
  name: 'no-compilers',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load: {
    filter: { id: /\/node_modules\/@fastify\/(ajv|fast-json-stringify)-compiler\// },
    handler: () => 'module.exports = undefined;',
  },
};

/** Bits of Lightning CSS's `Features`, of which Vite's configuration takes numbers only. */
const lightningCssFeatures = { dirSelector: 4 } as const;

/** What forms check with. Contracts name these as well: without a chunk of their own they came with every page. */
const schemas =
  /node_modules\/(zod|@hookform\/resolvers)\/|\/(text-schema|web-url|blog-text|account-text|writing\/common\/contract)\.ts$/;

/** The frame of every page in Manage. */
const manage =
  /\/src\/(?:pages\/manage\/manage-(?:layout|sections)|features\/outbox\/(?:contract|web\/(?:mail-hold|outbox-query|use-outbox)))/;

const start = startChunks();

/** Two builds of the same pages, what browsers load and what the server renders with; and what keeps pages for offline. */
export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    commonPasswordsModule,
    browserEndpoints,
    keptFilesModule,
    threads,
    ownMaps,
    noCompilers,
    nodeModules,
    start.plugin,
  ],
  appType: 'custom',
  publicDir: 'public',
  resolve: {
    alias: {
      // Its table of named characters, not the variant that asks a page's DOM: previews are rendered in a worker, and
      // have to come out as on the server.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  // A text's direction is its own: `:dir()` isn't replaced by a list of languages.
  css: { lightningcss: { exclude: lightningCssFeatures.dirSelector } },
  build: { target: 'baseline-widely-available', sourcemap: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/app/browser/browser-entry.ts',
          checks,
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'schemas', test: schemas },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'router', test: /node_modules\/react-router\// },
                { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
                // Ten pages share it, and no reader does.
                { name: 'manage', test: manage },
                // Twelve small files are more bytes and more questions than one; at six pages, forms' code would come with Home.
                { name: 'shared', test: /./, minShareCount: 12 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // What only pages need is in the build: the server that runs it installs none of it.
      // PostgreSQL's driver stays outside: the start of most sites leaves it out, and `npm run bench:faults` breaks it.
      // WebAuthn's packages need to be loaded in their own order. What makes pictures brings a library of its own.
      resolve: {
        noExternal: command === 'build' ? true : [],
        external: ['pg', '@simplewebauthn/server', 'sharp'],
      },
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        emitAssets: false,
        sourcemap: true,
        rolldownOptions: {
          input: { start: 'src/app/start.ts', render: 'src/app/rendering/render.tsx' },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name]-[hash].js',
            sourcemapExcludeSources: true,
            // White space only: Node counts the lines of all that a start loads, for its source maps.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
            codeSplitting: { includeDependenciesRecursively: false, groups: [start.group] },
          },
          checks,
        },
      },
    },
    // The service worker: at the top, so that it is there for every page. It names files of the first build.
    offline: {
      consumer: 'client',
      build: {
        outDir: 'dist/browser',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/features/offline/web/worker/service-worker.ts',
          output: { format: 'iife', entryFileNames: 'sw.js' },
          checks,
        },
      },
    },
  },
  builder: {},
}));
