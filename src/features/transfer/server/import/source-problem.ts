/** Why one file can't become a blog, in words for the person who runs the import; it never stops the other files. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
  /** True where the file asks to be left out (a draft), false where something is wrong with it. */
  readonly isIntended: boolean;

  constructor(reason: string, { isIntended = false }: { isIntended?: boolean } = {}) {
    super(reason);
    this.isIntended = isIntended;
  }
}
