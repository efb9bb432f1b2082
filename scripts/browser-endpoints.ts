import type { Plugin } from 'vite';

/** What a caller needs to know of an endpoint: where it is, who may call it, and whether it may be sent again. */
const told = new Set(['method', 'path', 'access', 'isRepeatable']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Property extends Node {
  readonly key?: { readonly name?: string };
}

interface Value extends Node {
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly (Node & { readonly properties?: readonly Property[] })[];
}

interface Statement extends Node {
  readonly declaration?: Statement | null;
  readonly declarations?: readonly { readonly init?: Value | null }[];
}

/** What the constants of a module are made by calling, in the order of the text. */
function calledValues(statement: Statement): readonly Value[] {
  const { declarations = [] } = statement.declaration ?? statement;
  return declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
}

/** The value as it stands in `code`; of an endpoint, without the parts that the server alone reads. */
function writtenValue(code: string, value: Value): string {
  const properties = value.arguments?.[0]?.properties;
  if (value.callee?.name !== 'defineEndpoint' || !properties) {
    return code.slice(value.start, value.end);
  }
  const kept = properties.filter(({ key }) => key === undefined || told.has(key.name ?? ''));
  const parts = kept.map(({ start, end }) => code.slice(start, end));
  return `defineEndpoint({ ${parts.join(', ')} })`;
}

/**
 * In what browsers load, an endpoint comes without its schemas: the server checks what comes in and what goes out. A form
 * that checks with a schema imports that by its name, and brings zod along; whoever only calls loads neither. For that
 * the bundler is told that a constant of a contract may be left out where nobody uses it.
 */
export const browserEndpoints: Plugin = {
  name: 'browser-endpoints',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /from ['"]zod['"]|defineEndpoint/ },
    handler(code) {
      const values = (this.parse(code).body as Statement[]).flatMap(calledValues);
      let written = '';
      let from = 0;
      for (const value of values) {
        const made = `/* @__PURE__ */ (() => ${writtenValue(code, value)})()`;
        written += code.slice(from, value.start) + made;
        from = value.end;
      }
      return { code: written + code.slice(from), map: null, moduleSideEffects: false };
    },
  },
};
