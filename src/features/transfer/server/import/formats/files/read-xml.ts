import sax from 'sax';
import { ImportRefused } from '../../import-refused.ts';

/** An element with its content. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text and elements in order. */
  readonly content: readonly (string | XmlElement)[];
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

export type XmlRecord =
  | { readonly element: XmlElement; readonly line: number }
  /** A broken or too large element, with its line. */
  | { readonly problem: string; readonly name: string; readonly line: number };

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  content: (string | XmlElement)[];
}

export interface XmlOptions {
  /** Names of the elements to return whole. */
  readonly isRecord: (name: string) => boolean;
  /** Elements within a record that aren't needed; they take no memory. */
  readonly isIgnored?: (name: string) => boolean;
  /** Is told of the elements around records as they begin, such as the root. */
  readonly onAround?: (element: Pick<XmlElement, 'name' | 'attributes'>) => void;
}

/** Maximum characters of a record, and elements, whose overhead exceeds that of their text. */
const charactersMax = 16 * 1024 ** 2;
const elementsMax = 200_000;
/** Maximum nesting depth: each open element takes memory. */
const depthMax = 256;

/** Undefined entities are kept as text. No entity of a DTD is ever expanded. */
const isCareless = (message: string) => /entity|character in entity/i.test(message);

/**
 * Reads XML of any size, record by record. A broken record is returned as a problem with its line, and reading
 * continues with the next. Throws `ImportRefused` if the file is truncated or isn't XML.
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  { isRecord, isIgnored = () => false, onAround = () => {} }: XmlOptions,
): AsyncGenerator<XmlRecord> {
  const parser = sax.parser(true, { position: true });
  const ready: XmlRecord[] = [];
  let open: Open[] = [];
  let startLine = 0;
  let size = 0;
  let count = 0;
  let problem: string | undefined;
  let hasRoot = false;
  let isWhole = true;
  let depth = 0;
  let fatal: string | undefined;

  function fail(message: string): void {
    if (open.length > 0) problem ??= message;
  }
  function end(): void {
    const [record] = open;
    if (!record) return;
    ready.push(
      problem === undefined
        ? { element: closed(record), line: startLine }
        : { problem, name: titleIn(record), line: startLine },
    );
    [open, size, count, problem] = [[], 0, 0, undefined];
  }
  parser.onopentag = ({ name, attributes: given }) => {
    const attributes = { ...given } as Record<string, string>;
    hasRoot = true;
    depth += 1;
    if (depth > depthMax) fatal ??= `from line ${parser.line + 1} on it is nested without end`;
    if (isRecord(name) && open.length > 0 && open.some((one) => one.name === name)) {
      // A record nested in another of its kind: the outer one was never closed.
      fail(`it is not closed before line ${parser.line + 1}`);
      end();
    }
    if (open.length === 0) {
      if (!isRecord(name)) return onAround({ name, attributes });
      startLine = parser.line + 1;
    }
    count += 1;
    if (count > elementsMax) fail('it holds too many elements');
    open.push({ name, attributes, content: [] });
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    const at = open.findLastIndex((one) => one.name === name);
    if (at < 0) return;
    while (open.length > at + 1) open.pop();
    if (at === 0) return end();
    const element = open.pop();
    if (element && problem === undefined) open.at(-1)?.content.push(closed(element));
  };
  const addText = (text: string) => {
    const last = open.at(-1);
    if (!last || problem !== undefined || isIgnored(last.name)) return;
    size += text.length;
    if (size > charactersMax) {
      fail('it is too large');
      for (const one of open.slice(1)) one.content = [];
    } else last.content.push(text);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onerror = (error) => {
    const [message = ''] = error.message.split('\n');
    Object.assign(parser, { error: null });
    parser.resume();
    if (/unclosed root/i.test(message)) isWhole = false;
    if (/max buffer length/i.test(message))
      fatal ??= `line ${parser.line + 1} holds something too large`;
    else if (!isCareless(message)) fail(`it is broken at line ${parser.line + 1}`);
  };

  for await (const chunk of chunks) {
    parser.write(chunk);
    yield* ready.splice(0);
    if (fatal !== undefined) throw new ImportRefused(`The file can't be read further: ${fatal}.`);
  }
  const line = parser.line + 1;
  parser.close();
  if (open.length > 0) {
    fail(`the file ends within it, at line ${line}`);
    end();
  }
  yield* ready.splice(0);
  if (!hasRoot) throw new ImportRefused('The file holds no XML that can be read.');
  if (!isWhole) throw new ImportRefused(`The file ends at line ${line} before it is complete.`);
}

function closed({ name, attributes, content }: Open): XmlElement {
  const children = content.filter((part) => typeof part !== 'string');
  const text = content.filter((part) => typeof part === 'string').join('');
  return { name, attributes, content, children, text };
}

/** The name of a broken record: its title, if that was read. */
function titleIn(open: Open): string {
  return words(closed(open), 'title') || open.name;
}

/** The first child with this name. */
export function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name);
}

/** The trimmed text of the first child with one of these names; empty without one. */
export function words(element: XmlElement, ...names: readonly string[]): string {
  for (const name of names) {
    const text = child(element, name)?.text.trim();
    if (text) return text;
  }
  return '';
}

/** All children with this name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((one) => one.name === name);
}
