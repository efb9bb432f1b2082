import path from 'node:path';
import { type FrontMatter, fieldKey, readFrontMatter } from '../../read-front-matter.ts';
import { decodeAll } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../ghost/ghost-cards.ts';

/** Front matter that a site gives to its texts; their own fields come before it. */
export interface Defaults {
  /** By the path of a text in its site. */
  readonly isFor: (inSite: string) => boolean;
  readonly fields: FrontMatter;
}

/** What a text takes from its site. */
export interface Inherited {
  readonly fields: FrontMatter;
  /** The front matter of the sections around it. */
  readonly sections: readonly FrontMatter[];
}

export const nothingInherited: Inherited = { fields: new Map(), sections: [] };

const sectionMax = 256 * 1024;

/** Whether a path fits a pattern, in which stars stand for anything, also across folders. */
function fits(given: string, pattern: string): boolean {
  const [start = '', ...pieces] = pattern.split(/\*+\/?/);
  const end = pieces.pop();
  if (end === undefined) return given === pattern;
  if (!given.startsWith(start)) return false;
  let from = start.length;
  for (const piece of pieces) {
    const at = given.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return given.length - end.length >= from && given.endsWith(end);
}

function frontMatterOf(values: Fields): FrontMatter {
  return new Map(Object.entries(values).map(([name, value]) => [fieldKey(name), value]));
}

/** Jekyll's `defaults`; later ones are more specific. */
export function jekyllDefaults(config: Fields): readonly Defaults[] {
  const collections = textOf(config.collections_dir).replace(/^\/|\/$/g, '');
  const read = listOf(config.defaults).map((one) => {
    const { scope, values } = fieldsOf(one);
    const { path: below, type } = fieldsOf(scope);
    return {
      below: textOf(below).replace(/^\.?\//, ''),
      type: textOf(type).replace(/s$/, ''),
      fields: frontMatterOf(fieldsOf(values)),
    };
  });
  const sorted = read.toSorted(
    (one, other) =>
      one.below.length - other.below.length || Number(one.type !== '') - Number(other.type !== ''),
  );
  return sorted.map(({ below, type, fields }) => ({
    fields,
    isFor(inSite) {
      const kind = /(?:^|\/)_drafts\//i.test(inSite) ? 'draft' : 'post';
      const inCollections =
        collections && inSite.startsWith(`${collections}/`)
          ? inSite.slice(collections.length + 1)
          : inSite;
      return (type === '' || type === kind) && fits(inCollections, `${below}*`);
    },
  }));
}

/** The path by which Hugo knows a page: `/posts/oak`. */
function pageOf(inSite: string): string {
  // A language may stand before the extension. Bounded: a hostile name has thousands of dots.
  const below = inSite.replace(/^content\//, '/').replace(/(?:\/index)?(?:\.\w{1,20}){1,2}$/, '');
  return below.toLowerCase().replace(/\s+/g, '-');
}

/** Hugo's `cascade`, of a section or of the site: one set of fields, or several with their targets. */
export function hugoCascade(value: unknown): readonly Defaults[] {
  const sets = Array.isArray(value) ? value : [value];
  return sets.map((one: unknown) => {
    const fields = frontMatterOf(fieldsOf(one));
    const target = frontMatterOf(fieldsOf(fields.get('target')));
    const given = textOf(target.get('path')).toLowerCase();
    const [, inner] = /^\{(.*)\}$/.exec(given) ?? [];
    const patterns = (inner ?? given).split(',').map((pattern) => pattern.trim());
    const kind = textOf(target.get('kind')).toLowerCase();
    return {
      fields,
      isFor: (inSite) =>
        (kind === '' || /\bpage\b|\*/.test(kind)) &&
        (given === '' || patterns.some((pattern) => fits(pageOf(inSite), pattern))),
    };
  });
}

/** Finds what texts take from their site: its defaults, and in Hugo the cascades of the sections around them. */
export function createInheritance(
  files: ExportFiles,
  { root, defaults }: { readonly root: string; readonly defaults: readonly Defaults[] },
): (name: string) => Promise<Inherited> {
  const sectionNames = files.names.filter((name) => /(?:^|\/)_index(?:\.[\w-]+)+$/i.test(name));
  const byFolder = Map.groupBy(sectionNames, (name) => path.posix.dirname(name));
  const known = new Map<string, Promise<FrontMatter>>();

  async function readSection(name: string): Promise<FrontMatter> {
    try {
      const bytes = await files.read(name, sectionMax);
      return bytes ? readFrontMatter(decodeAll(bytes)).fields : new Map();
    } catch {
      // It is reported as a file of its own.
      return new Map();
    }
  }

  function sectionOf(name: string): Promise<FrontMatter> {
    const section = known.get(name) ?? readSection(name);
    known.set(name, section);
    return section;
  }

  return async (name) => {
    const inSite = name.slice(root.length);
    const folders = path.posix.dirname(name).split('/');
    // From the outermost section to the innermost.
    const around = folders.flatMap(
      (_, index) => byFolder.get(folders.slice(0, index + 1).join('/')) ?? [],
    );
    const sections = await Promise.all(around.map(sectionOf));
    const cascades = sections.flatMap((section) => hugoCascade(section.get('cascade')));
    const sets = [...defaults, ...cascades].filter(({ isFor }) => isFor(inSite));
    return { fields: new Map(sets.flatMap(({ fields }) => [...fields])), sections };
  };
}
