import { platform } from 'node:os';
import { installPackage, succeeds } from './install-package.ts';

/** Whether this machine has strace, installed if possible: it shows the order of a program's system calls. */
export function getStrace(): boolean {
  if (platform() !== 'linux') return false;
  const isThere = () => succeeds('strace', ['--version']);
  return isThere() || (installPackage('strace') && isThere());
}
