import { problem } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Position } from './find-page.ts';

/** A position as the text that travels in a URL. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** Throws `invalid-input` for a text that `encodeCursor` didn't make. */
export function decodeCursor(cursor: string): Position {
  const [, time, id] =
    /^(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { createdAt: Number(time), id: id ?? '' };
  if (!isId(position.id) || encodeCursor(position) !== cursor) {
    const message = 'cursor is not one that this site handed out.';
    throw problem('invalid-input', { message, issues: [{ path: 'cursor', message }] });
  }
  return position;
}
