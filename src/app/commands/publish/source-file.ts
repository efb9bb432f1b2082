import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readFrontMatter } from '../../../features/transfer/server/import/read-front-matter.ts';
import { PublishError } from './publish-error.ts';

/** Reads a file as text. Any other encoding than UTF-8 would be damaged as the file is written back. */
export async function readSource(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new PublishError(`There is no file ${file}.`);
  });
  if (!isUtf8(bytes)) throw new PublishError(`${file} is not UTF-8 text: save it as UTF-8.`);
  return bytes.toString();
}

interface Language {
  /** The beginning of front matter, and in it what stands before the first field of the next line. */
  readonly opening: RegExp;
  readonly fieldOf: (name: string, value: string) => string;
  /** What separates two fields, besides the line end. */
  readonly separator: string;
  /** A field in the front matter, without the separator. */
  readonly formerOf: (name: string) => RegExp;
}

const lineOf = (name: string) => new RegExp(`^[ \\t]*["']?${name}["']?[ \\t]*[:=].*$`, 'im');

const languages: readonly Language[] = [
  {
    opening: /^\uFEFF?---[ \t]*(\r?\n)/,
    fieldOf: (name, value) => `${name}: ${value}`,
    separator: '',
    formerOf: lineOf,
  },
  {
    opening: /^\uFEFF?\+\+\+[ \t]*(\r?\n)/,
    fieldOf: (name, value) => `${name} = "${value}"`,
    separator: '',
    formerOf: lineOf,
  },
  {
    opening: /^\uFEFF?\{(\s*)/,
    fieldOf: (name, value) => `"${name}": "${value}"`,
    separator: ',',
    formerOf: (name) => new RegExp(`"${name}"\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.+-]+)`, 'i'),
  },
];

/** The text with a field in its front matter: in place of the former one, else at the top. */
function withField(source: string, name: string, value: string): string {
  const { fields, body } = readFrontMatter(source);
  for (const { opening, fieldOf, separator, formerOf } of languages) {
    const [first, between] = opening.exec(source) ?? [];
    if (first === undefined) continue;
    const field = fieldOf(name, value);
    if (!fields.has(name))
      return `${first}${field}${separator}${between}${source.slice(first.length)}`;
    const frontMatter = source.slice(0, source.length - body.length);
    return `${frontMatter.replace(formerOf(name), () => field)}${body}`;
  }
  return source;
}

/** The text with these fields; undefined where its front matter is laid out in a way that edits by line would break. */
function withFields(source: string, values: ReadonlyMap<string, string>): string | undefined {
  // The last one comes to stand at the top.
  const edited = [...values]
    .reverse()
    .reduce((text, [name, value]) => withField(text, name, value), source);
  const before = readFrontMatter(source);
  const after = readFrontMatter(edited);
  const expected = new Map([...before.fields, ...values]);
  const isAsExpected =
    after.body === before.body && isDeepStrictEqual(new Map(after.fields), expected);
  return isAsExpected ? edited : undefined;
}

/**
 * Writes fields into a file's front matter and leaves all else as it is. The file is read anew: its author may have gone on
 * writing since it was sent. False where it can't be done.
 */
export async function writeFields(
  file: string,
  values: ReadonlyMap<string, string>,
): Promise<boolean> {
  try {
    const source = await readSource(file);
    const edited = withFields(source, values);
    if (edited === undefined) return false;
    if (edited !== source) await writeFile(file, edited);
    return true;
  } catch {
    return false;
  }
}
