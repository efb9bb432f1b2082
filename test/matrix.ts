/** Set by `npm run test:all`: every test on both engines, and every random text. */
const isWholeMatrix = process.env.TEST_MATRIX === 'whole';

/** Chooses `usual` for `npm test`, `whole` for `npm run test:all`. */
export function inMatrix<T>({ usual, whole }: { readonly usual: T; readonly whole: T }): T {
  return isWholeMatrix ? whole : usual;
}
