/** Publishing failed; the message is for the command's user. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
  /** The code of the site's problem; undefined where the site said nothing. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { code, cause }: { code?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}
