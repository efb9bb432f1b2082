import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from './launcher/project.mjs';

const names = z.record(z.string(), z.string()).default({});
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      optionalDependencies: names,
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

const { packages } = lockfile.parse(
  JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')),
);

/** Where Node would look for `name` from the package at `place`, nearest first. */
function placesOf(name: string, place: string): string[] {
  const nested = place.split(/(?<=.)(?=\/node_modules\/)/);
  const folders = place ? nested.map((_, index) => nested.slice(0, index + 1).join('')) : [];
  return [
    ...folders.reverse().map((folder) => `${folder}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

test('the lockfile holds the packages of every platform, else npm ci refuses it', () => {
  const missing = Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !placesOf(name, place).some((candidate) => candidate in packages))
      .map((name) => `${name} of ${place}`),
  );
  expect(missing).toEqual([]);
});

test('every package in the lockfile is known by its content', () => {
  const loose = Object.entries(packages).filter(
    ([place, { integrity, inBundle }]) => place !== '' && !integrity && !inBundle,
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});
