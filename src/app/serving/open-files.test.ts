import { expect, test } from 'vitest';
import { openFilesMax, shortageOfFiles } from './open-files.ts';

test('the operator is warned if the limit of open files is too low for the connections', () => {
  expect(shortageOfFiles(12_000, 20_000)).toBeUndefined();
  expect(shortageOfFiles(12_000, Number.POSITIVE_INFINITY)).toBeUndefined();
  expect(shortageOfFiles(12_000, 1_024)).toMatch(/1024 files.*12000 connections.*CONNECTIONS_MAX/);
});

test('openFilesMax returns the limit of open files of this process', () => {
  expect(openFilesMax()).toBeGreaterThan(100);
});
