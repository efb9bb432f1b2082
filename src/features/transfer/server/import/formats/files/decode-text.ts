import { isUtf8 } from 'node:buffer';

/** Bytes examined to detect the encoding. */
const headMax = 1_024;

function encodingOf(head: Uint8Array): string {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  // Without a byte order mark: every other byte of ASCII text such as `<?` is zero.
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  const declared = /^\s*<\?xml[^>]{0,200}?\bencoding=["']([\w.:-]{2,40})["']/i.exec(
    new TextDecoder('latin1').decode(head.subarray(0, headMax)),
  )?.[1];
  try {
    // A declaration readable in single bytes can't be UTF-16.
    const named = new TextDecoder(declared ?? 'utf-8').encoding;
    return named.startsWith('utf-16') ? 'utf-8' : named;
  } catch {
    return 'utf-8';
  }
}

/**
 * Decodes bytes to text, in chunks: by the byte order mark, by the XML declaration, else as UTF-8. Invalid bytes become
 * U+FFFD; the mark and NUL are removed.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    if (!decoder) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < headMax) continue;
      decoder = new TextDecoder(encodingOf(head));
      yield withoutNul(decoder.decode(head, { stream: true }));
    } else yield withoutNul(decoder.decode(chunk, { stream: true }));
  }
  if (decoder) yield withoutNul(decoder.decode());
  else yield withoutNul(new TextDecoder(encodingOf(head)).decode(head));
}

/** Single bytes beyond ASCII that are no UTF-8, and nothing that is. */
function isAnsi(chunk: Uint8Array, utf8: TextDecoder): boolean {
  const text = utf8.decode(chunk, { stream: true });
  return text.includes('\uFFFD') && !chunk.includes(0) && !/[^\p{ASCII}\uFFFD]/u.test(text);
}

/**
 * Decodes a table as `decodeText` does, but without a mark as Windows-1252, in which Excel writes CSV, where its first
 * characters beyond ASCII aren't UTF-8.
 */
export function decodeTable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  async function* inUtf8(): AsyncGenerator<Uint8Array> {
    const [utf8, ansi] = [new TextDecoder(), new TextDecoder('windows-1252')];
    let isKnown: boolean | undefined;
    let isFirst = true;
    for await (const chunk of bytes) {
      if (isFirst && encodingOf(chunk) !== 'utf-8') isKnown = false;
      isFirst = false;
      if (isKnown === undefined && chunk.some((byte) => byte > 0x7f)) isKnown = isAnsi(chunk, utf8);
      yield isKnown ? Buffer.from(ansi.decode(chunk)) : chunk;
    }
  }
  return decodeText(inUtf8());
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Whether a small file is text in UTF-8, or in the encoding that it says. */
export function isReadable(bytes: Uint8Array): boolean {
  return encodingOf(bytes) !== 'utf-8' || isUtf8(bytes);
}

/** Decodes a small file. */
export function decodeAll(bytes: Uint8Array): string {
  const decoder = new TextDecoder(encodingOf(bytes));
  return withoutNul(decoder.decode(bytes));
}
