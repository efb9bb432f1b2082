/** A text as its system wrote it, and what is needed to read it. */
export interface Markup {
  /**
   * `wordpress`: HTML with shortcodes, whose blank lines are paragraphs. `medium`: a page around the text. `lexical` and
   * `mobiledoc`: the trees of Ghost's editors. `jekyll` and `hugo`: Markdown with the marks of their templates. `own`: as
   * this site writes it, kept to the letter.
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
  /** For a comment, whose Markdown is smaller. */
  readonly isComment?: boolean;
  /** What its relative addresses are meant from. */
  readonly base?: string | undefined;
  /** A heading at its top that only repeats this one is left out. */
  readonly title?: string | undefined;
  /** Pictures of galleries by the ids that the text has for them. */
  readonly pictures?: Readonly<Record<string, GalleryPicture>> | undefined;
  /** For a gallery that names none. */
  readonly attached?: readonly string[] | undefined;
  /** Footnotes that stand outside of the text, as HTML, by the ids that the text has for them. */
  readonly footnotes?: Readonly<Record<string, string>> | undefined;
  /** The folder that relative pictures lie in, and the names of those that do. */
  readonly folder?: string | undefined;
  readonly siblings?: readonly string[] | undefined;
  /** Where other texts stood, by the names that this one has for them. */
  readonly links?: Readonly<Record<string, string>> | undefined;
}

export interface GalleryPicture {
  readonly address: string;
  readonly alternativeText: string;
  readonly caption: string;
}

/** What became of it. */
export interface ReadText {
  /** Markdown without HTML. */
  readonly markdown: string;
  /** The same without any marks. */
  readonly plain: string;
  /** What was changed or left out, in words for the report. */
  readonly notes: readonly string[];
  /** What the page around the text says of it, by name. */
  readonly facts?: Readonly<Record<string, readonly string[]>> | undefined;
}
