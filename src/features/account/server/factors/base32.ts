const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bitsPerSign = 5;

/** Bytes in the letters of RFC 4648, section 6, without padding: what authenticator apps take, and people can type. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = bits.match(/.{1,5}/g) ?? [];
  return signs
    .map((sign) => alphabet[Number.parseInt(sign.padEnd(bitsPerSign, '0'), 2)] ?? '')
    .join('');
}

/** The bytes again. Signs outside of the alphabet are left out, and bits that fill no byte are dropped. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase()]
    .map((sign) => alphabet.indexOf(sign))
    .filter((value) => value >= 0)
    .map((value) => value.toString(2).padStart(bitsPerSign, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
