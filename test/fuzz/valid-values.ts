import { z } from 'zod';
import type { Endpoint } from '../../src/platform/contract/define-endpoint.ts';
import { createRandom, type Random } from './random.ts';

/** Values of the site that a case may use. */
export interface KnownThings {
  readonly email: string;
  readonly password: string;
  /** Ids of blogs, comments, wishes and drafts. */
  readonly ids: readonly string[];
}

/** The part of JSON Schema that the contracts use. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

const token = 'x'.repeat(43);
/** Valid values by field name; a field that isn't listed gets a value from its schema. */
const valuesByName: Readonly<Record<string, readonly unknown[]>> = {
  title: ['On engines', 'Bread for beginners'],
  imageUrl: ['/images/categories/technology.webp', 'https://example.org/a.png'],
  photoURL: ['/images/authors/adaeze-obi.webp'],
  category: ['Technology', 'Travel'],
  filter: ['', 'Technology'],
  search: ['bread', 'the'],
  sort: ['', 'oldest'],
  cursor: [''],
  limit: ['5', '100'],
  shortDescription: ['What they weave.'],
  longDescription: ['Patterns.', '# One\n\n- two\n- *three*\n\n[four](https://example.org)'],
  comment: ['Nice.'],
  replyTo: [null],
  editedAt: [null],
  displayName: ['Ada Lovelace'],
  newPassword: ['Analytical1'],
  token: [token],
  code: [token],
  linkToken: [token],
  baseTag: [null],
  revision: [null, 'r'],
  device: ['laptop'],
  sequence: [1, 2],
  version: ['1', '2'],
  key: ['new'],
  blogs: ['keep', 'remove'],
  from: ['/Wishlist'],
  to: ['/Wishlist'],
};

function valueBySchema(schema: FieldSchema, known: KnownThings, random: Random): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.length) return validValue('', random.pick(choices), known, random);
  if (schema.enum?.length) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'object':
      return validObject(schema, known, random);
    case 'array':
      return schema.items ? [validValue('', schema.items, known, random)] : [];
    case 'integer':
    case 'number':
      return random.below(10);
    case 'boolean':
      return random.once(2);
    case 'null':
      return null;
    default:
      return 'text';
  }
}

function validValue(
  name: string,
  schema: FieldSchema,
  known: KnownThings,
  random: Random,
): unknown {
  if (schema.type === 'object' && schema.properties) return validObject(schema, known, random);
  if (/email$/i.test(name)) return known.email;
  if (/password$/i.test(name) && name !== 'newPassword') return known.password;
  if (/id$/i.test(name) || name === 'after') return random.pick(known.ids);
  if (name === 'key' && random.once(2)) return random.pick(known.ids);
  const values = valuesByName[name];
  return values ? random.pick(values) : valueBySchema(schema, known, random);
}

export function validObject(
  schema: FieldSchema,
  known: KnownThings,
  random: Random,
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name) && random.once(2)) continue;
    object[name] = validValue(name, field, known, random);
  }
  return object;
}

/** A valid object with every field, optional ones included. */
export function wholeObject(
  schema: FieldSchema,
  known: KnownThings,
  random: Random,
): Record<string, unknown> {
  const required = Object.keys(schema.properties ?? {});
  return validObject({ ...schema, required }, known, random);
}

/** A valid object that is the same each time. */
export function exampleOf(schema: FieldSchema): Record<string, unknown> {
  const known = { email: 'ada@example.org', password: 'Analytical1', ids: ['an-id'] };
  return wholeObject(schema, known, createRandom(1));
}

/** The parts of an endpoint's input as JSON Schema. */
export interface InputSchemas {
  readonly params: FieldSchema;
  readonly query: FieldSchema;
  readonly body: FieldSchema | undefined;
}

function schemaOf(type: z.ZodType | undefined): FieldSchema | undefined {
  if (!type) return undefined;
  return z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as FieldSchema;
}

export function inputSchemas({
  params,
  query,
  body,
}: Partial<Pick<Endpoint, 'params' | 'query' | 'body'>>): InputSchemas {
  return {
    params: schemaOf(params) ?? {},
    query: schemaOf(query) ?? {},
    body: schemaOf(body),
  };
}
