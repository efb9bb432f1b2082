import path from 'node:path';
import type { ForeignItem, ForeignPerson } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import { SourceProblem } from '../../read-front-matter.ts';
import { pathsOf } from '../addresses.ts';
import { decodeAll } from '../files/decode-text.ts';
import { readFileOf } from '../files/find-file.ts';
import { type OpenFormat, skip } from '../format.ts';
import { emailOf } from '../people.ts';
import { titleFromText } from '../plain-words.ts';
import { attribute, element, elementsIn, hasClass, wordsIn } from '../text/html-nodes.ts';
import { parsePage } from '../text/html-text.ts';
import type { TextReader } from '../text/text-reader.ts';

const pageMax = 5 * 1024 ** 2;
const profileMax = 512 * 1024;
const isPost = (name: string) => /(?:^|\/)posts\/[^/]+\.html?$/i.test(name);

/** The exporting person: their profile page has more data than their texts. */
function personOf(page: Uint8Array | undefined): ForeignPerson | undefined {
  const nodes = page && parsePage(decodeAll(page));
  if (!nodes) return undefined;
  const root = element('div', [...nodes]);
  const [name] = elementsIn(root, (node) => hasClass(node, 'p-name')).map(wordsIn);
  const [photo] = elementsIn(root, (node) => hasClass(node, 'u-photo')).map((node) =>
    attribute(node, 'src'),
  );
  const email = elementsIn(root, ({ tagName }) => tagName === 'li')
    .map(wordsIn)
    .filter((line) => line.startsWith('Email'))
    .map((line) => emailOf(line.slice(line.indexOf(':') + 1)))
    .find(Boolean);
  return name ? { name, ...(email && { email }), ...(photo && { photo }) } : undefined;
}

/** The id is the last part of a file name or an address. */
function idIn(name: string): string | undefined {
  return /(?:^|[-/_])([0-9a-f]{8,14})(?:$|[?#])/.exec(name)?.[1];
}

async function readPage(
  name: string,
  page: string,
  person: ForeignPerson | undefined,
  reader: TextReader,
): Promise<ForeignItem> {
  const {
    markdown,
    plain,
    notes,
    facts = {},
  } = await reader.read({ format: 'medium', text: page });
  const first = (fact: string) => facts[fact]?.find(Boolean) ?? '';
  const title = first('title') || titleFromText(plain);
  if (!markdown) return skip(title || name, 'it has no text', true);
  const file = path.posix.basename(name, path.extname(name));
  const canonical = first('canonical');
  const id = idIn(file) ?? idIn(canonical) ?? idIn(first('links')) ?? file;
  const date = parseDate(first('published'));
  const isDraft = file.startsWith('draft') || date === undefined;
  const author = first('author') || person?.name;
  const isPerson = person && (!author || author === person.name);
  return {
    kind: 'text',
    key: `medium:${id}`,
    name: title,
    title,
    markdown,
    summary: first('subtitle'),
    cover: first('cover') ? { address: first('cover'), alternativeText: first('coverAlt') } : null,
    createdAt: date ?? null,
    updatedAt: null,
    authors: isPerson ? [person] : author ? [{ name: author }] : [],
    categories: [],
    tags: [...new Set(facts.tags?.filter(Boolean) ?? [])],
    state: isDraft ? 'draft' : 'published',
    audience: 'everybody',
    addresses: pathsOf([canonical, ...(facts.links ?? []), id !== file ? `/p/${id}` : undefined]),
    comments: [],
    notes,
  };
}

/** Reported once: the rest of the report can't tell which texts these are. */
const membersOnly = skip(
  'Stories that only members of Medium could read',
  'the export doesn’t say which these are: they are published with the others',
  true,
);

/** Opens Medium's export: a page for each text. */
export const openMedium: OpenFormat = async (files, heads, createReader) => {
  const posts = files.names.filter(isPost);
  const [first] = posts;
  if (
    first === undefined ||
    !/class="h-entry"|data-field="body"|medium\.com/.test(await heads(first))
  )
    return undefined;
  const profile = files.names.find((name) => /(?:^|\/)profile\/profile\.html$/i.test(name));
  const person = personOf(
    profile === undefined ? undefined : await files.read(profile, profileMax),
  );
  const reader = createReader();
  return {
    system: 'Medium',
    async *items(): AsyncGenerator<ForeignItem> {
      const keys = new Set<string>();
      yield membersOnly;
      for (const name of posts) {
        const bytes = await files.read(name, pageMax);
        if (!bytes) {
          yield skip(name, 'it is too large or can’t be read');
          continue;
        }
        try {
          const item = await readPage(name, decodeAll(bytes), person, reader);
          // Several texts can have the same canonical address: their file names distinguish them.
          const isKnown = item.kind === 'text' && keys.has(item.key);
          if (item.kind === 'text') keys.add(item.key);
          yield isKnown ? { ...item, key: `medium:${name}` } : item;
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          yield skip(name, error.message, error.isIntended);
        }
      }
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
