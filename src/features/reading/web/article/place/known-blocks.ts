import { knownBlocksMax, type Place } from '../../../history-paths.ts';

type Hashed = { readonly hash: number };

/** Encodes hashes for sending and storing: 4 bytes each, little-endian, in base64. */
export function encodeHashes(hashes: Iterable<number>): string {
  const some = [...new Set(hashes)].slice(0, knownBlocksMax);
  const bytes = new DataView(new ArrayBuffer(some.length * 4));
  for (const [index, hash] of some.entries()) bytes.setInt32(index * 4, hash, true);
  return btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)));
}

export function decodeHashes(known: string): ReadonlySet<number> {
  const bytes = Uint8Array.from(atob(known), (sign) => sign.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const count = Math.floor(bytes.length / 4);
  return new Set(Array.from({ length: count }, (_, index) => view.getInt32(index * 4, true)));
}

/**
 * The index of the block at which a reader stopped, in a text that may have changed since: the paragraph with the same
 * hash, the nearest of several; else the last known one, else the one with the same number.
 */
export function indexOfPlace(blocks: readonly Hashed[], place: Place): number {
  let nearest: number | undefined;
  const distance = (index: number) => Math.abs(index - place.block);
  for (const [index, { hash }] of blocks.entries()) {
    if (hash !== place.hash) continue;
    if (nearest === undefined || distance(index) < distance(nearest)) nearest = index;
  }
  if (nearest !== undefined) return nearest;
  const known = decodeHashes(place.known);
  const last = blocks.findLastIndex(({ hash }) => known.has(hash));
  return last >= 0 ? last : Math.min(place.block, blocks.length - 1);
}

interface Changes<Block> {
  /** New and changed blocks in the part that was read. */
  readonly changed: readonly Block[];
  /** Number of deleted paragraphs, without those that changed. */
  readonly goneCount: number;
}

/** What changed in a text since a member read it, up to their place: everything after it is new to them anyway. */
export function changesSince<Block extends Hashed>(
  blocks: readonly Block[],
  place: Place,
): Changes<Block> {
  const known = decodeHashes(place.known);
  if (known.size === 0) return { changed: [], goneCount: 0 };
  const lastKnown = blocks.findLastIndex(({ hash }) => known.has(hash));
  const isBounded = known.size >= knownBlocksMax;
  const end = place.isFinished && !isBounded ? blocks.length : indexOfPlace(blocks, place) + 1;
  const read = blocks.slice(0, isBounded ? Math.min(end, lastKnown + 1) : end);
  const changed = read.filter(({ hash }) => !known.has(hash));
  const here = new Set(blocks.map(({ hash }) => hash));
  const gone = [...known].filter((hash) => !here.has(hash)).length;
  return { changed, goneCount: Math.max(0, gone - changed.length) };
}
