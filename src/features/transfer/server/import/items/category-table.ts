import { parseDocument } from 'yaml';
import { type Category, categories } from '../../../../../blog/contract.ts';
import type { ForeignItem } from '../foreign.ts';
import { ImportRefused } from '../import-refused.ts';
import { categoryOf, foldedName, isCategory, namesForCategory } from './choices.ts';

export type CategoryTable = ReadonlyMap<string, Category>;

/** Maximum number of entries in a table. */
const namesMax = 2_000;
/** Maximum length of a table in characters. */
const tableMax = 200_000;

const unquoted = (cell: string) => {
  const text = cell.trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text;
};

const separators = [',', ';', '\t'];

/**
 * A line has a name, a separator and one of the six categories: a separator within the name needs no quotes. Excel
 * writes `;` in many locales, and a first line that says so.
 */
function csvEntries(text: string): (readonly [string, string])[] {
  return text
    .replace(/^sep=.\r?\n/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = Math.max(...separators.map((sign) => line.lastIndexOf(sign)));
      return [unquoted(line.slice(0, Math.max(0, at))), unquoted(line.slice(at + 1))] as const;
    })
    .filter(([name, becomes], index) => index > 0 || isCategory(becomes) || name !== 'category');
}

function yamlEntries(text: string): (readonly [string, string])[] {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false });
  const value: unknown =
    document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ImportRefused('The table of categories holds no lines such as `Recipes: Lifestyle`.');
  }
  return Object.entries(value).map(([name, becomes]) => [name, String(becomes)] as const);
}

/** Reads a mapping of categories: CSV by its file name, else YAML or JSON. */
export function readCategoryTable(text: string, fileName: string): CategoryTable {
  if (text.length > tableMax) throw new ImportRefused('The table of categories is too long.');
  const plain = text.replace(/^\uFEFF/, '');
  const entries = /\.csv$/i.test(fileName) ? csvEntries(plain) : yamlEntries(plain);
  const table = new Map<string, Category>();
  for (const [name, becomes] of entries.slice(0, namesMax)) {
    if (!isCategory(becomes)) {
      throw new ImportRefused(
        `In the table of categories, ${JSON.stringify(name)} becomes ${JSON.stringify(becomes)}; it must be one of ${categories.join(', ')}.`,
      );
    }
    table.set(foldedName(name), becomes);
  }
  return table;
}

export interface MappedCategory {
  readonly name: string;
  readonly becomes: Category;
  readonly texts: number;
}

/** Collects the names that decide on categories here, with the category that each becomes. */
export function createCategoryList(table?: CategoryTable) {
  const found = new Map<string, MappedCategory>();
  return {
    add(item: ForeignItem): void {
      if (item.kind !== 'text') return;
      for (const name of new Set(namesForCategory(item))) {
        const key = foldedName(name);
        const known = found.get(key);
        if (!known && (key === '' || found.size >= namesMax)) continue;
        const becomes =
          known?.becomes ??
          categoryOf({ categories: [name], tags: [] }, { ...(table && { categories: table }) });
        found.set(key, { name: known?.name ?? name, becomes, texts: (known?.texts ?? 0) + 1 });
      }
    },
    /** By descending number of texts. */
    all: (): readonly MappedCategory[] =>
      [...found.values()].toSorted((one, other) => other.texts - one.texts),
  };
}

/** The mapping as lines of a CSV file that can be edited and passed back. */
export function categoryLines(list: readonly MappedCategory[]): readonly string[] {
  const cell = (text: string) => `"${text.replace(/\s+/g, ' ').replaceAll('"', '""')}"`;
  return ['category,becomes', ...list.map(({ name, becomes }) => `${cell(name)},${becomes}`)];
}
