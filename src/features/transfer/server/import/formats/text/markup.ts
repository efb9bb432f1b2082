import type { LimitedReaders } from '../audiences.ts';

/** A text in its source format, and the context that reading it needs. */
export interface Markup {
  /**
   * `wordpress`: HTML with shortcodes and paragraphs by blank lines. `medium`: a page around the text. `lexical` and
   * `mobiledoc`: the document trees of Ghost's editors. `jekyll` and `hugo`: Markdown with template tags. `own`:
   * Markdown of a site of this kind, kept verbatim.
   */
  readonly format:
    | 'html'
    | 'wordpress'
    | 'medium'
    | 'lexical'
    | 'mobiledoc'
    | 'markdown'
    | 'mdx'
    | 'jekyll'
    | 'hugo'
    | 'own';
  readonly text: string;
  /** For a comment, which has a Markdown subset. */
  readonly isComment?: boolean;
  /** The base of relative addresses. */
  readonly base?: string | undefined;
  /** A first heading that repeats it is removed. */
  readonly title?: string | undefined;
  /** Pictures of galleries by their ids in the text. */
  readonly pictures?: Readonly<Record<string, GalleryPicture>> | undefined;
  /** Ids for a gallery without ids. */
  readonly attached?: readonly string[] | undefined;
  /** Footnotes outside of the text, as HTML, by their ids in the text. */
  readonly footnotes?: Readonly<Record<string, string>> | undefined;
  /** The folder of relative pictures, and their names. */
  readonly folder?: string | undefined;
  readonly siblings?: readonly string[] | undefined;
  /** Previous addresses of other texts, by their names in this one. */
  readonly links?: Readonly<Record<string, string>> | undefined;
}

export interface GalleryPicture {
  readonly address: string;
  readonly alternativeText: string;
  readonly caption: string;
}

/** The result of reading a text. */
export interface ReadText {
  /** Markdown without HTML. */
  readonly markdown: string;
  /** The same as plain text. */
  readonly plain: string;
  /** Changes and omissions, as sentences for the report. */
  readonly notes: readonly string[];
  /** Metadata from the page around the text, by name. */
  readonly facts?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Who could read all of it, if the text itself says that not everybody could. */
  readonly readers?: LimitedReaders | undefined;
}
