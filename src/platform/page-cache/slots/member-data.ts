import { hash } from 'node:crypto';
import { escapeHtml, escapeJson } from '../../text/escape.ts';
import { ownPiece, type Piece } from '../gzip-pieces.ts';
import type { SlotMarker } from './template-markup.ts';

/** Something of a member, and the bytes that it has been written as. */
export interface MemberData {
  readonly value: unknown;
  /** Tells it from every other value, of other members as well. */
  readonly digest: string;
  /** Of memory. */
  readonly bytes: number;
  /** What fills a slot of a text or of data; made once for each. */
  pieceOf(mark: SlotMarker): Piece;
}

/** What a value costs besides its bytes: objects, digest, checksums. */
const overheadBytes = 1_024;

/** Escapes as React does, whose apostrophe is another than ours. */
function escapeAsReact(text: string): string {
  return escapeHtml(text).replaceAll('&#39;', '&#x27;');
}

export function createMemberData(value: unknown): MemberData {
  const json = escapeJson(value);
  const data = ownPiece(Buffer.from(json));
  // There are as many as modules have functions for it.
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
