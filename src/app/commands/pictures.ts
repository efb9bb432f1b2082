/**
 * `npm run pictures -- move [--back]`: moves the site's pictures to the configured object store, or back into its
 * folder.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { movePictures } from '../../features/pictures/server/bucket/move-pictures.ts';
import { openPictureStores } from '../../features/pictures/server/bucket/open-pictures.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import { ConfigError, readConfig } from '../config.ts';
import { explainStartFailure, say } from '../serving/terminal.ts';

const usage = 'Usage: npm run pictures -- move [--back]';

function readArguments(args: readonly string[]): { readonly isBack: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { back: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.join() !== 'move') throw new ConfigError(usage);
    return { isBack: values.back };
  } catch (error) {
    throw new ConfigError(error instanceof ConfigError ? error.message : usage);
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { isBack } = readArguments(args);
  const config = readConfig(process.env);
  const root = path.join(config.dataDir, picturesFolder);
  const { folder, bucket } = await openPictureStores(root, config.pictureBucket);
  if (!bucket) {
    throw new ConfigError('No store is set: PICTURES_S3_ENDPOINT and those beside it name one.');
  }
  const storage = await openStorage({ ...config, onConnectionError: () => {} });
  try {
    const [from, to] = isBack ? [bucket, folder] : [folder, bucket];
    const moved = await movePictures({ storage, from, to, root });
    say(`${moved} ${moved === 1 ? 'picture' : 'pictures'} moved.`);
  } finally {
    await storage.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
