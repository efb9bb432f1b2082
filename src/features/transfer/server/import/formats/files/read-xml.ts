import sax from 'sax';
import { ImportRefused } from '../../find-sources.ts';

/** An element with all that is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Characters and elements in their order. */
  readonly content: readonly (string | XmlElement)[];
  readonly children: readonly XmlElement[];
  /** Its own characters, those of its children left out. */
  readonly text: string;
}

export type XmlRecord =
  | { readonly element: XmlElement; readonly line: number }
  /** An element that is broken or too large, and where. */
  | { readonly problem: string; readonly name: string; readonly line: number };

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  content: (string | XmlElement)[];
}

export interface XmlOptions {
  /** The elements to hand over whole, by their name. */
  readonly isRecord: (name: string) => boolean;
  /** Elements within a record whose words nobody needs: they cost no memory. */
  readonly isIgnored?: (name: string) => boolean;
}

/** Characters of one record; and elements, of which each costs more than its words do. */
const charactersMax = 16 * 1024 ** 2;
const elementsMax = 200_000;
/** Deeper than any export nests; each element that is open costs memory. */
const depthMax = 256;

/** Undefined entities are words of careless writers, and stay as they are: none that a DTD declares is ever looked at. */
const isCareless = (message: string) => /entity|character in entity/i.test(message);

/**
 * Reads XML of any size record by record. What is broken is handed over as a problem with its line, and the next record is
 * read as if nothing had been. Throws `ImportRefused` where the file ends too soon, or isn't XML.
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  { isRecord, isIgnored = () => false }: XmlOptions,
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
  parser.onopentag = ({ name, attributes }) => {
    hasRoot = true;
    depth += 1;
    if (depth > depthMax) fatal ??= `from line ${parser.line + 1} on it is nested without end`;
    if (isRecord(name) && open.length > 0 && open.some((one) => one.name === name)) {
      // A record within itself: the one before was never closed.
      fail(`it is not closed before line ${parser.line + 1}`);
      end();
    }
    if (open.length === 0) {
      if (!isRecord(name)) return;
      startLine = parser.line + 1;
    }
    count += 1;
    if (count > elementsMax) fail('it holds too many elements');
    open.push({ name, attributes: { ...attributes } as Record<string, string>, content: [] });
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

/** How a broken record is called: by its title, if that was read. */
function titleIn(open: Open): string {
  return words(closed(open), 'title') || open.name;
}

/** The first child of that name. */
export function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name);
}

/** The words of the first child of that name, trimmed; empty where it has none. */
export function words(element: XmlElement, ...names: readonly string[]): string {
  for (const name of names) {
    const text = child(element, name)?.text.trim();
    if (text) return text;
  }
  return '';
}

/** All children of that name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((one) => one.name === name);
}
