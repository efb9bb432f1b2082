import type { Plugin } from 'vite';

/** The properties of an endpoint that clients need: address, access, and whether requests are repeatable. */
const keptProperties = new Set(['method', 'path', 'access', 'isRepeatable']);

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

/** The call expressions that initialize a module's constants, in source order. */
function calledValues(statement: Statement): readonly Value[] {
  const { declarations = [] } = statement.declaration ?? statement;
  return declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
}

/** The value's source code; for an endpoint, without properties that only the server reads. */
function writtenValue(code: string, value: Value): string {
  const properties = value.arguments?.[0]?.properties;
  if (value.callee?.name !== 'defineEndpoint' || !properties) {
    return code.slice(value.start, value.end);
  }
  const kept = properties.filter(
    ({ key }) => key === undefined || keptProperties.has(key.name ?? ''),
  );
  const parts = kept.map(({ start, end }) => code.slice(start, end));
  return `defineEndpoint({ ${parts.join(', ')} })`;
}

/**
 * Strips the schemas from endpoints in browser bundles: the server validates requests and replies. A form that
 * validates with a schema imports it by name, together with zod; other callers load neither. For that, calls in
 * contracts are marked as pure, so that the bundler drops unused constants.
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
