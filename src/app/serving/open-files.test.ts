import { expect, test } from 'vitest';
import { openFilesMax, shortageOfFiles } from './open-files.ts';

test('the operator is told where connections would run out of files', () => {
  expect(shortageOfFiles(12_000, 20_000)).toBeUndefined();
  expect(shortageOfFiles(12_000, Number.POSITIVE_INFINITY)).toBeUndefined();
  expect(shortageOfFiles(12_000, 1_024)).toMatch(/1024 files.*12000 connections.*CONNECTIONS_MAX/);
});

test('how many files this process may open is known', () => {
  expect(openFilesMax()).toBeGreaterThan(100);
});
