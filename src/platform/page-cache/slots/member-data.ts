import { hash } from 'node:crypto';
import { escapeHtml, escapeJson } from '../../text/escape.ts';
import { bytesOfPiece, joinPieces, ownPiece, type Piece } from '../gzip-pieces.ts';
import type { SlotMarker } from './template-markup.ts';

/** Data of a member, and its encoded forms. */
export interface MemberData {
  readonly value: unknown;
  /** Hash of the value, unique across all members. */
  readonly digest: string;
  /** Estimated memory in bytes. */
  readonly bytes: number;
  /** The content of a text or data slot; encoded once per slot kind. */
  pieceOf(mark: SlotMarker): Piece;
  /** Pieces made of this and other data, as one: made once for a name, and again when any of `all` is other data. */
  joinedPiece(
    name: string,
    all: readonly (MemberData | undefined)[],
    make: () => readonly Piece[],
  ): Piece;
}

interface Joined {
  readonly all: readonly (MemberData | undefined)[];
  readonly piece: Piece;
}

/** Estimated memory of a value besides its bytes: objects, digest, checksums. */
const overheadBytes = 1_024;

/** Escapes like React, which encodes the apostrophe differently from `escapeHtml`. */
function escapeAsReact(text: string): string {
  return escapeHtml(text).replaceAll('&#39;', '&#x27;');
}

/** Maximum joined pieces of a member: pages of a few kinds, read in turn. */
const joinedMax = 8;

/** `grow` is called when the memory grows or shrinks after the creation. */
export function createMemberData(
  value: unknown,
  grow: (bytes: number) => void = () => {},
): MemberData {
  const json = escapeJson(value);
  const data = ownPiece(Buffer.from(json));
  // Bounded by the number of text functions in the code.
  const texts = new Map<unknown, Piece>();
  const joined = new Map<string, Joined>();

  function dropJoined(name: string): void {
    const piece = joined.get(name)?.piece;
    if (!piece) return;
    joined.delete(name);
    grow(-bytesOfPiece(piece));
  }

  return {
    value,
    digest: hash('sha256', json, 'base64url').slice(0, 22),
    bytes: 4 * json.length + overheadBytes,
    pieceOf(mark) {
      if (mark.kind !== 'text') return data;
      let piece = texts.get(mark.read);
      if (!piece) {
        piece = ownPiece(Buffer.from(escapeAsReact(mark.read(value, mark.about))));
        texts.set(mark.read, piece);
      }
      return piece;
    },
    joinedPiece(name, all, make) {
      const known = joined.get(name);
      if (known?.all.every((one, index) => one === all[index])) return known.piece;
      const [oldest] = joined.keys();
      dropJoined(known || oldest === undefined || joined.size < joinedMax ? name : oldest);
      const piece = joinPieces(make(), (bytes) => {
        if (joined.get(name)?.piece === piece) grow(bytes);
      });
      joined.set(name, { all, piece });
      grow(bytesOfPiece(piece));
      return piece;
    },
  };
}
