import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The program's version, from package.json. */
export function siteVersion(): string {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}
