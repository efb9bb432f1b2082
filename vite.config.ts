import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { commonPasswordsModule } from './scripts/common-passwords.ts';

/** How long each plugin took is of no use to whoever starts the site. */
const checks = { bundlerTimings: false };

/** Two builds of the same pages: what browsers load, and what the server renders with. */
export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    commonPasswordsModule,
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
  build: { target: 'baseline-widely-available', sourcemap: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'src/app/browser.tsx', checks },
      },
    },
    ssr: {
      // What only pages need is in the build: the server that runs it installs none of it.
      resolve: { noExternal: command === 'build' ? true : [] },
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'src/app/render.tsx', checks },
      },
    },
  },
  builder: {},
}));
