import { platform } from 'node:os';
import { installPackage, succeeds } from './install-package.ts';

/** Whether this machine has strace, got first where it can be: it shows in what order a program asks the system. */
export function getStrace(): boolean {
  if (platform() !== 'linux') return false;
  const isThere = () => succeeds('strace', ['--version']);
  return isThere() || (installPackage('strace') && isThere());
}
