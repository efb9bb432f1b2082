/** A database that can't be used as it is; the message tells the operator what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
