/** The source can't be imported; the message has the reason, for the importing person. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
