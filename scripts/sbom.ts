/**
 * `npm run sbom [-- <file>]`: the production packages with version, licence and hash, as CycloneDX JSON. It derives
 * from the lockfile, so it is the same on every machine.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { inProject, root } from './launcher/project.mjs';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);

const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(z.looseObject({ name: z.string(), version: z.string() })),
});

function npmBill() {
  const { status, stdout } = spawnSync(
    'npm',
    [
      'sbom',
      '--package-lock-only',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--omit=dev',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0)
    throw new Error('npm could not list the packages: it has to be npm 10 or later.');
  return bill.parse(JSON.parse(stdout));
}

const made = npmBill();
// npm uses the folder's name.
made.metadata.component.name = z
  .object({ name: z.string() })
  .parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8'))).name;
writeFileSync(file, `${JSON.stringify(made, undefined, 2)}\n`);
console.log(`${file}: ${made.components.length} packages, CycloneDX ${made.specVersion}`);
