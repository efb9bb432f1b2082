/** The page that a picture is drawn for: by it the server finds what stands on the picture. */
export interface SharedPage {
  readonly kind: 'home' | 'blog' | 'author';
  /** Of the blog or the author; empty for Home. */
  readonly id: string;
  /** What is drawn; `byline` is empty where there is nothing to say. */
  readonly title: string;
  readonly byline: string;
  /** Address of the picture beside the words; undefined for words alone. */
  readonly cover: string | undefined;
}
