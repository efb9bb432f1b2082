import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';

/** Why a file can't become a blog, as a sentence for the importing person; other files are still imported. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
  /** True if the file asks to be skipped (a draft), false if it is faulty. */
  readonly isIntended: boolean;

  constructor(reason: string, { isIntended = false }: { isIntended?: boolean } = {}) {
    super(reason);
    this.isIntended = isIntended;
  }
}

/** The reason for a file that exceeds the limits on time, memory or growth. */
export const intricate = 'its text is too intricate to be laid out';

/** Front matter by field, with names normalized for case, `-` and `_`: sites spell `coverImage` in many ways. */
export type FrontMatter = ReadonlyMap<string, unknown>;

/** Maximum characters of front matter: the parser takes seconds for a megabyte of brackets. */
const frontMatterMax = 32 * 1_024;

const block = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

const tomlBlock = /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/;
/** The beginning of JSON front matter, which has no delimiters; a shortcode or an attribute list begins otherwise. */
const jsonStart = /^\{\s*["}]/;

/** The length of the JSON object at the beginning of a text: up to the brace that closes it, outside of strings. */
function jsonLength(text: string): number {
  const head = text.slice(0, frontMatterMax + 1);
  let depth = 0;
  for (const { 0: token, index } of head.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[{}]/g)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  refuseLong(head, 'the } that closes it');
  throw new SourceProblem('its front matter has no end: the } that closes it is missing');
}

/** Whether a text begins as one with front matter does. */
export function beginsWithFrontMatter(text: string): boolean {
  return /^(?:---|\+\+\+)[ \t]*\r?\n/.test(text) || jsonStart.test(text);
}

/**
 * Splits a file into its front matter (YAML, TOML or JSON) and its body. Throws `SourceProblem` if there is none or it
 * is broken. A byte order mark before it is ignored.
 */
export function readFrontMatter(file: string): { fields: FrontMatter; body: string } {
  const text = file.replace(/^\uFEFF/, '');
  const toml = tomlBlock.exec(text);
  if (toml)
    return { fields: fieldsOf(parseTomlFields(toml[1] ?? '')), body: text.slice(toml[0].length) };
  if (jsonStart.test(text)) {
    const end = jsonLength(text);
    const body = text.slice(end).replace(/^[ \t]*(?:\r?\n|$)/, '');
    return { fields: fieldsOf(parseJson(text.slice(0, end))), body };
  }
  const match = block.exec(text);
  if (!match) {
    const [, mark = ''] = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text) ?? [];
    throw new SourceProblem(
      mark
        ? `its front matter has no end: the second line of ${mark} is missing`
        : 'it has no front matter (a block between two lines of --- at its top)',
    );
  }
  return { fields: fieldsOf(parseYaml(match[1] ?? '')), body: text.slice(match[0].length) };
}

function refuseLong(text: string, end: string): void {
  if (text.length <= frontMatterMax) return;
  throw new SourceProblem(
    `its front matter is longer than ${frontMatterMax / 1_024} KB: is ${end} missing?`,
  );
}

function parseTomlFields(toml: string): unknown {
  refuseLong(toml, 'the second line of +++');
  try {
    return withTexts(parseToml(toml));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new SourceProblem(`its front matter is broken: ${reason}`);
  }
}

/** Converts the dates of parsed TOML to strings. */
export function withTexts(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner)]));
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new SourceProblem('its front matter is broken: it is no JSON');
  }
}

function fieldsOf(values: unknown): FrontMatter {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new SourceProblem('its front matter holds no fields such as `title: …`');
  }
  return new Map(Object.entries(values).map(([name, value]) => [fieldKey(name), value]));
}

function parseYaml(yaml: string): unknown {
  refuseLong(yaml, 'the second line of ---');
  const document = parseDocument(yaml, { logLevel: 'silent', prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    // The first line of the file is the --- before the YAML.
    const line = yaml.slice(0, error.pos[0]).split('\n').length + 1;
    throw new SourceProblem(
      `its front matter is broken at line ${line}: ${error.message.split('\n')[0]}`,
    );
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new SourceProblem(
      `its front matter is broken: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

/** Normalizes a field's name: without case, `-` and `_`. */
export function fieldKey(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** A field's value as text; undefined if it is missing, empty or not scalar. */
export function textField(fields: FrontMatter, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (isText(value)) {
      const text = String(value).trim();
      if (text) return text;
    }
  }
  return undefined;
}

/** A field's values as texts, whether it has one, a list, or a comma-separated text. */
export function listField(fields: FrontMatter, name: string): readonly string[] {
  const value = fields.get(name);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .flatMap((item) => (isText(item) ? String(item).split(',') : []))
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Fields for the date of publication, in the order of precedence. */
export const dateFields = ['date', 'published', 'publishdate', 'pubdate', 'createdat'] as const;
