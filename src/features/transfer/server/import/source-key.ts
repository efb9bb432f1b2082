import { pathKeysOf, type Source } from './find-sources.ts';

/**
 * Names blogs by the end of their file's path and the day they were published: `npm/peer-dependencies.mdx@2013-02-08`.
 * The day keeps apart what two sites call the same; the folder above the import doesn't matter.
 */
export function pathKeys(
  sources: readonly Source[],
): (source: Source, createdAt: number) => string {
  const keys = pathKeysOf(sources);
  return (source, createdAt) =>
    `${keys.get(source)}@${new Date(createdAt).toISOString().slice(0, 10)}`;
}
