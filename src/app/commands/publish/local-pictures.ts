import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Definition, Image, Nodes } from 'mdast';
import { type CompileContext, fromMarkdown, type Token } from 'mdast-util-from-markdown';
import { markdownDialect } from '../../../platform/markdown/plain-text.ts';
import { PublishError } from './publish-error.ts';
import type { Client } from './site-client.ts';

const isBeside = (address: string) =>
  address !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(address);

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Parses Markdown, with the place of each address in the text, which nodes don't have. */
function parseWithAddresses(markdown: string) {
  const places = new Map<object, Place>();
  // In place of the parser's own handlers, which do the same without the place.
  function keepPlace(this: CompileContext, { start, end }: Token): void {
    const url = this.resume();
    const node = this.stack.at(-1);
    if (!node || !('url' in node)) return;
    node.url = url;
    places.set(node, { start: start.offset, end: end.offset });
  }
  const exit = { resourceDestinationString: keepPlace, definitionDestinationString: keepPlace };
  const { extensions, mdastExtensions } = markdownDialect;
  const tree = fromMarkdown(markdown, {
    extensions,
    mdastExtensions: [...mdastExtensions, { exit }],
  });
  return { tree, places };
}

/** Places of relative picture addresses in the text, whether in the picture or in a definition, in order. */
function picturesIn(markdown: string): readonly (Place & { readonly address: string })[] {
  const { tree, places } = parseWithAddresses(markdown);
  const images: Image[] = [];
  const referenced = new Set<string>();
  // Of several definitions of a name the first counts.
  const definitions = new Map<string, Definition>();
  const visit = (node: Nodes) => {
    if (node.type === 'image') images.push(node);
    else if (node.type === 'imageReference') referenced.add(node.identifier);
    else if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  const named = [...definitions.values()].filter(({ identifier }) => referenced.has(identifier));
  return [...images, ...named]
    .flatMap((node) => {
      const place = places.get(node);
      return place && isBeside(node.url) ? [{ ...place, address: node.url }] : [];
    })
    .toSorted((one, other) => one.start - other.start);
}

/** The path that an address means; a lone `%` stands for itself. */
function pathOf(address: string): string {
  return address
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    })
    .join('/');
}

/** Uploads the pictures beside a file, each once, however often its text uses it. */
export function createLocalPictures(file: string, client: Client) {
  const sent = new Map<string, string>();

  async function upload(address: string): Promise<string> {
    const place = path.resolve(path.dirname(file), pathOf(address));
    const bytes = await readFile(place).catch(() => {
      throw new PublishError(`There is no picture ${place}, which the text shows.`);
    });
    const reply = await client({
      method: 'POST',
      address: '/api/pictures',
      type: 'application/octet-stream',
      body: new Uint8Array(bytes),
    });
    return reply.address ?? '';
  }

  /** The address on the site of a picture beside the file; any other address as it is. */
  async function addressOf(address: string): Promise<string> {
    if (!isBeside(address)) return address;
    const known = sent.get(address) ?? (await upload(address));
    sent.set(address, known);
    return known;
  }

  return {
    sent,
    addressOf,
    /** The text with the addresses that its pictures have on the site. */
    async withAddresses(markdown: string): Promise<string> {
      let text = '';
      let from = 0;
      for (const { start, end, address } of picturesIn(markdown)) {
        text += markdown.slice(from, start) + (await addressOf(address));
        from = end;
      }
      return text + markdown.slice(from);
    },
  };
}
