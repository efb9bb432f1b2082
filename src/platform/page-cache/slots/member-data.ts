import { hash } from 'node:crypto';
import { escapeHtml, escapeJson } from '../../text/escape.ts';
import { ownPiece, type Piece } from '../gzip-pieces.ts';
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
}

/** Estimated memory of a value besides its bytes: objects, digest, checksums. */
const overheadBytes = 1_024;

/** Escapes like React, which encodes the apostrophe differently from `escapeHtml`. */
function escapeAsReact(text: string): string {
  return escapeHtml(text).replaceAll('&#39;', '&#x27;');
}

export function createMemberData(value: unknown): MemberData {
  const json = escapeJson(value);
  const data = ownPiece(Buffer.from(json));
  // Bounded by the number of text functions in the code.
  const texts = new Map<unknown, Piece>();
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
  };
}
