import { expect, test } from 'vitest';
import { FrequencySketch } from './frequency-sketch.ts';

test('a count stops at 255, and is halved after 65,536 further requests', () => {
  const sketch = new FrequencySketch();
  for (let noted = 0; noted < 300; noted += 1) sketch.note(7);
  expect([sketch.countOf(7), sketch.countOf(8)]).toEqual([255, 0]);
  for (let noted = 300; noted < 65_535; noted += 1) sketch.note(noted);
  expect(sketch.countOf(7)).toBe(255);
  sketch.note(65_535);
  expect(sketch.countOf(7)).toBe(127);
});
