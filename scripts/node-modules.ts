import type { Plugin } from 'vite';

const nodeImport = /(?<=^|;)import\s*([^;"'`]+?)\s*from\s*(["'`])(node:[\w/]+)\2/gm;

/** `a, { b as c }` and `* as d` as what a declaration takes from a module's value. */
function takenFrom(clause: string, value: string): string {
  const [, first, braces] = /^([^{]*?),?\s*(\{.*\})?$/s.exec(clause) ?? [];
  const names = [
    first?.replace(/^\*\s*as\s+/, ''),
    braces?.replace(/(\w[\w$]*)\s+as\s+/g, '$1:'),
  ].filter(Boolean);
  return names.map((name) => `${name}=${value}`).join(',');
}

/** The same code, which takes Node's modules as they are. */
export function withoutNodeImports(code: string): string {
  return code.replace(
    nodeImport,
    (_all, clause: string, _quote, name: string) =>
      `const ${takenFrom(clause, `process.getBuiltinModule(${JSON.stringify(name)})`)}`,
  );
}

/**
 * An `import` of one of Node's modules reads all that it exports, and some exports load more: WebCrypto, the command
 * line's editor, all of `fetch`. Taken by name, half of that isn't loaded at a start.
 */
export const nodeModules: Plugin = {
  name: 'node-modules',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  // Nothing moves to another line.
  renderChunk: (code) => ({ code: withoutNodeImports(code), map: null }),
};
