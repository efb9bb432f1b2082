import { z } from 'zod';

/** A JSON Schema, or a part of one. */
export type JsonSchema = { readonly [key: string]: unknown };
type Direction = 'input' | 'output';

/** Without `$schema`: OpenAPI declares the dialect once for the whole document. */
export function jsonSchemaOf(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return own;
}

/** Minimum size in bytes of a repeated shape that is extracted into a named one. */
const namedFrom = 120;

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The subschemas of a schema, each with a word for its role. */
function partsOf(schema: JsonSchema): readonly (readonly [word: string, part: JsonSchema])[] {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  const named = isObject(properties) ? Object.entries(properties) : [];
  const listed = [anyOf, oneOf, allOf].flatMap((all) => (Array.isArray(all) ? all : []));
  const parts: (readonly [string, unknown])[] = [
    ...named,
    ['item', items],
    ['value', additionalProperties],
    ...listed.map((part, index) => [`kind${index + 1}`, part] as const),
  ];
  return parts.flatMap(([word, part]) => (isObject(part) ? [[word, part] as const] : []));
}

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** The name of a shape from its export: `sessionSchema` gives `Session`. */
const nameOfExport = (name: string) => capital(name.replace(/Schema$/, ''));

/** Extracts repeated shapes of a document into named components. */
export interface Shapes {
  /** Replaces each named shape by a reference. */
  refer(schema: JsonSchema): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

export interface NamedShape {
  readonly name: string;
  readonly schema: JsonSchema;
}

/**
 * Finds shapes that occur more than once in `used`, at any depth. `known` are the schemas that contracts export: a
 * shape equal to one of these gets its name, any other is named by its first occurrence.
 */
export function findShapes(
  used: readonly NamedShape[],
  known: Readonly<Record<string, z.ZodType>>,
): Shapes {
  const counts = new Map<string, number>();
  const firstNames = new Map<string, string>();

  function count(name: string, schema: JsonSchema): void {
    const text = JSON.stringify(schema);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (!firstNames.has(text)) firstNames.set(text, name);
    // The parts of a repeated shape are repeated with it.
    if (counts.get(text) !== 1) return;
    for (const [word, part] of partsOf(schema)) count(`${name}${capital(word)}`, part);
  }
  for (const { name, schema } of used) count(capital(name), schema);

  const exported = new Map<string, string>();
  for (const io of ['input', 'output'] as const) {
    for (const [name, schema] of Object.entries(known)) {
      exported.set(JSON.stringify(jsonSchemaOf(schema, io)), nameOfExport(name));
    }
  }

  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, times] of counts) {
    if (times < 2 || text.length < namedFrom) continue;
    const wanted = exported.get(text) ?? firstNames.get(text) ?? 'Shape';
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    names.set(text, name);
  }

  function withReferences(schema: JsonSchema): JsonSchema {
    const entries = Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value)) {
        const properties = Object.entries(value).map(([name, part]) => [
          name,
          isObject(part) ? refer(part) : part,
        ]);
        return [key, Object.fromEntries(properties)];
      }
      if (['items', 'additionalProperties'].includes(key) && isObject(value)) {
        return [key, refer(value)];
      }
      if (['anyOf', 'oneOf', 'allOf'].includes(key) && Array.isArray(value)) {
        return [key, value.map((part) => (isObject(part) ? refer(part) : part))];
      }
      return [key, value];
    });
    return Object.fromEntries(entries);
  }

  function refer(schema: JsonSchema): JsonSchema {
    const name = names.get(JSON.stringify(schema));
    return name === undefined ? withReferences(schema) : { $ref: `#/components/schemas/${name}` };
  }

  const components = Object.fromEntries(
    [...names]
      .map(([text, name]) => [name, withReferences(JSON.parse(text))] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { refer, components };
}
