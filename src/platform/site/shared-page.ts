/** A page with a preview picture; the server uses it to find the content to draw. */
export interface SharedPage {
  readonly kind: 'home' | 'blog' | 'author';
  /** Id of the blog or author; empty for Home. */
  readonly id: string;
  /** Drawn texts; an empty `byline` is omitted. */
  readonly title: string;
  readonly byline: string;
  /** Address of the picture beside the text; undefined for text only. */
  readonly cover: string | undefined;
}
