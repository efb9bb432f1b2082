/** `node testing-pages-process.ts '<options as JSON>'`: a separate process with cached pages; prints its port. */
import { openStorage } from '../../../src/storage/open-storage.ts';
import { startPages } from './testing-pages.ts';

const { storage, isKilledAtCommit, ...rest } = JSON.parse(process.argv[2] ?? '');
const pages = await startPages({
  ...rest,
  storage: await openStorage({ ...storage, onConnectionError: () => {} }),
  onCommit: () => {
    if (isKilledAtCommit) process.kill(process.pid, 'SIGKILL');
  },
});
console.log(pages.port);
