import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  gzipParts,
  ownPiece,
  packedPiece,
  passingPiece,
  plainParts,
  staticPiece,
} from './gzip-pieces.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.nat(3).map((blocks) => 'ab'.repeat(blocks * 0x8000)),
);
const written = fc.record({ text, how: fc.constantFrom('static', 'passing', 'own', 'packed') });

test('separately compressed pieces join to one gzip file of all their bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(written), async (all) => {
      const pieces = await Promise.all(
        all.map(async ({ text, how }) => {
          const plain = Buffer.from(text);
          if (how === 'own') return ownPiece(plain);
          if (how === 'passing') return passingPiece(plain);
          const piece = await staticPiece(plain, () => {});
          return how === 'static' ? piece : packedPiece(piece);
        }),
      );
      const packed = Buffer.concat([...gzipParts(pieces)]);
      const plain = Buffer.concat([...plainParts(pieces)]);
      expect(plain.toString()).toBe(all.map((one) => Buffer.from(one.text).toString()).join(''));
      // gunzipSync throws if the checksum or the length is wrong.
      expect(gunzipSync(packed).equals(plain)).toBe(true);
    }),
  );
});

test("a member's own text does not affect the compressed size of the text around it", async () => {
  const around = await staticPiece(
    Buffer.from('ada@example.org is what a stranger has guessed'),
    () => {},
  );
  const sizeWith = (own: string) =>
    Buffer.concat([...gzipParts([around, ownPiece(Buffer.from(own)), around])]).length;
  expect(sizeWith('ada@example.org')).toBe(sizeWith('bob@example.net'));
});

test('a piece that is deflated lazily reports its bytes once, when it is deflated', async () => {
  const reported: number[] = [];
  const piece = async (text: string) =>
    staticPiece(Buffer.from(text), (bytes) => reported.push(bytes));
  const [tiny, usual, large] = [
    await piece('a'),
    await piece('ab'.repeat(99)),
    await piece('ab'.repeat(0x8000)),
  ];

  expect(tiny.heldBytes).toBe(tiny.length);
  expect(large.heldBytes).toBe(large.length + large.deflated.length);
  expect(usual.heldBytes).toBe(usual.length);
  expect(reported).toEqual([]);
  expect(usual.deflated).toBe(usual.deflated);
  expect(reported).toEqual([usual.deflated.length]);
  expect(usual.heldBytes).toBe(usual.length + usual.deflated.length);
});
