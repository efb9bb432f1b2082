import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../launcher/project.mjs';

const names = z.record(z.string(), z.string()).default({});
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      optionalDependencies: names,
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

/**
 * The packages of a running site: 25 read the certificates of passkeys (docs/decisions/0014), four make pictures,
 * four report metrics, two compute the codes of authenticator apps, one reads and writes backups
 * (docs/decisions/0040), six read exports of other systems (docs/decisions/0070).
 */
const productionMax = 205;

const { packages } = lockfile.parse(
  JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')),
);

/** Packages of which there is one for each platform: the Node that the project runs on, and the picture decoder. */
const isForOneMachine = (place: string) =>
  /^node_modules\/(node-(bin-)?[a-z]+-[a-z0-9]+|@img\/sharp-[a-z0-9-]+)$/.test(place);

/** Every package that is installed for the running site, with its place. */
const production = Object.entries(packages).filter(
  ([place, { dev }]) => place !== '' && !dev && !isForOneMachine(place),
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

test('every package in the lockfile has an integrity hash', () => {
  const loose = Object.entries(packages).filter(
    ([place, { integrity, inBundle }]) => place !== '' && !integrity && !inBundle,
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});

test('no package in the lockfile has a resolved address, so npm uses the configured registry', () => {
  const led = Object.entries(packages).filter(([, { resolved, link }]) => resolved || link);
  expect(led.map(([place]) => place)).toEqual([]);
});

test('every integrity hash is SHA-384 or SHA-512', () => {
  const weak = Object.entries(packages).filter(
    ([, { integrity }]) => integrity && !/(^| )sha(512|384)-/.test(integrity),
  );
  expect(weak.map(([place]) => place)).toEqual([]);
});

test('no package of the running site has an install script', () => {
  const scripted = production.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.map(([place]) => place)).toEqual([]);
});

test('the running site has few packages, and every direct dependency has an exact version', () => {
  expect(production.length).toBeGreaterThan(50);
  expect(production.length).toBeLessThanOrEqual(productionMax);
  const { dependencies, devDependencies, optionalDependencies } = z
    .object({ dependencies: names, devDependencies: names, optionalDependencies: names })
    .parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8')));
  const loose = Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});
