import type { Category } from './contract.ts';

interface EveryField {
  /** The field's column in each table that stores texts of blogs. */
  readonly column: string;
  /** The field's name in messages. */
  readonly name: string;
  /** The field's label in the form. */
  readonly label: string;
  /** An optional field may be empty, and clients that don't know it may omit it. */
  readonly isOptional: boolean;
  /** The field's key in the front matter of an exported file; null for the text below the front matter. */
  readonly frontMatter: string | null;
  /** Whether lists of blogs include the field. */
  readonly inLists: boolean;
  /** Whether the field is searched for the words that a site reviews before publication. */
  readonly isReviewed: boolean;
  /** Whether a search of texts finds a blog by the field's words; tags and the category narrow a search instead. */
  readonly isSearched: boolean;
}

/** Free text. A paragraph is a line that the form gives several rows. */
interface WordsField extends EveryField {
  readonly kind: 'line' | 'paragraph' | 'markdown';
  /** Most code points. */
  readonly max: number;
}

interface ChosenField extends EveryField {
  readonly kind: 'picture' | 'category' | 'tags';
}

export type BlogField = WordsField | ChosenField;

/**
 * The fields of a blog, in the order of the form. Schemas, rows, drafts, revisions, comparisons, export, import, review,
 * search and the form derive from this list.
 */
export const blogFields = {
  title: {
    column: 'title',
    name: 'Title',
    label: 'Title',
    kind: 'line',
    max: 200,
    isOptional: false,
    frontMatter: 'title',
    inLists: true,
    isReviewed: true,
    isSearched: true,
  },
  imageUrl: {
    column: 'image_url',
    name: 'Image URL',
    label: 'Image URL',
    kind: 'picture',
    isOptional: false,
    frontMatter: 'image',
    inLists: true,
    isReviewed: true,
    isSearched: false,
  },
  /** Alternative text of the cover; its limit is what a screen reader can read in one go. */
  imageAlt: {
    column: 'image_alt',
    name: 'Alternative text',
    label: 'Alternative Text',
    kind: 'line',
    max: 300,
    isOptional: true,
    frontMatter: 'image_alt',
    inLists: false,
    isReviewed: true,
    isSearched: false,
  },
  category: {
    column: 'category',
    name: 'Category',
    label: 'Category',
    kind: 'category',
    isOptional: false,
    frontMatter: 'category',
    inLists: true,
    isReviewed: false,
    isSearched: false,
  },
  /** In the format of `readTags`: names joined by commas. */
  tags: {
    column: 'tags',
    name: 'Tags',
    label: 'Tags',
    kind: 'tags',
    isOptional: true,
    frontMatter: 'tags',
    inLists: true,
    isReviewed: true,
    isSearched: false,
  },
  shortDescription: {
    column: 'short_description',
    name: 'Short description',
    label: 'Short Description',
    kind: 'paragraph',
    max: 150,
    isOptional: false,
    frontMatter: 'description',
    inLists: true,
    isReviewed: true,
    isSearched: true,
  },
  /** The longest text fits `blogBodyLimit` together with the other fields, as long as it is mostly Latin. */
  longDescription: {
    column: 'long_description',
    name: 'Long description',
    label: 'Long Description',
    kind: 'markdown',
    max: 1_000_000,
    isOptional: false,
    frontMatter: null,
    inLists: false,
    isReviewed: true,
    isSearched: true,
  },
} as const satisfies Readonly<Record<string, BlogField>>;

type Fields = typeof blogFields;
export type FieldName = keyof Fields;

/** The names of the fields of which `Trait` is true. */
type NamesWith<Trait> = { [N in FieldName]: Fields[N] extends Trait ? N : never }[FieldName];
export type ListedName = NamesWith<{ readonly inLists: true }>;
export type SearchedName = NamesWith<{ readonly isSearched: true }>;
export type OptionalName = NamesWith<{ readonly isOptional: true }>;
export type CategoryName = NamesWith<{ readonly kind: 'category' }>;

export type TextColumn = Fields[FieldName]['column'];
/** These fields as a database row. */
export type TextRow<N extends FieldName = FieldName> = {
  readonly [K in N as Fields[K]['column']]: string;
};
/** These fields as an object. */
export type FieldValues<N extends FieldName = FieldName> = {
  [K in N]: K extends CategoryName ? Category : string;
};
/** Input for the fields: optional ones may be omitted. */
export type WrittenFields = FieldValues<Exclude<FieldName, OptionalName>> &
  Partial<FieldValues<OptionalName>>;

export const fieldNames = Object.keys(blogFields) as readonly FieldName[];

/** The names of the fields for which `is` is true. */
function namesWhere<N extends FieldName>(is: (field: BlogField) => boolean): readonly N[] {
  return fieldNames.filter((name): name is N => is(blogFields[name]));
}
export const listedNames = namesWhere<ListedName>(({ inLists }) => inLists);
/** The names of the fields that lists omit. */
export const unlistedNames = namesWhere<Exclude<FieldName, ListedName>>(({ inLists }) => !inLists);
export const optionalNames = namesWhere<OptionalName>(({ isOptional }) => isOptional);
export const searchedNames = namesWhere<SearchedName>(({ isSearched }) => isSearched);
export const reviewedNames = fieldNames.filter((name) => blogFields[name].isReviewed);

function recordOf<K extends string, Value>(
  entries: readonly (readonly [K, Value])[],
): Record<K, Value> {
  return Object.fromEntries(entries) as Record<K, Value>;
}

/** Maps each of these fields by `make`. */
export function mapFields<N extends FieldName, Made>(
  names: readonly N[],
  make: (field: Fields[N], name: N) => Made,
): Record<N, Made> {
  return recordOf(names.map((name) => [name, make(blogFields[name], name)]));
}

/** Every optional field, empty. */
export const noOptionals = mapFields(optionalNames, () => '');

export function columnsOf<N extends FieldName>(
  names: readonly N[],
): readonly Fields[N]['column'][] {
  return names.map((name) => blogFields[name].column);
}
export const textColumns = columnsOf(fieldNames);
export const listedColumns = columnsOf(listedNames);
export const unlistedColumns = columnsOf(unlistedNames);
export const searchedColumns = columnsOf(searchedNames);

/** Maps the column of each field by `make`. */
export function mapColumns<Made>(
  make: (field: Fields[FieldName], name: FieldName) => Made,
): Record<TextColumn, Made> {
  return recordOf(
    fieldNames.map((name) => [blogFields[name].column, make(blogFields[name], name)]),
  );
}

/** A blog's text as its row; omitted optional fields are empty. */
export function rowOf(text: WrittenFields): TextRow {
  return mapColumns((_field, name) => text[name] ?? '');
}

/** The fields of a row. The cast of its category is safe: only categories are stored. */
export function fieldsOf<N extends FieldName>(
  row: TextRow<N>,
  names: readonly N[],
): FieldValues<N> {
  const columns: Readonly<Record<string, string>> = row;
  return mapFields(names, ({ column }) => columns[column]) as FieldValues<N>;
}
