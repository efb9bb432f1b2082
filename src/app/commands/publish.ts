import { parseArgs } from 'node:util';
import { SourceProblem } from '../../features/transfer/server/import/read-front-matter.ts';
import { PublishError } from './publish/publish-error.ts';
import { publishFile } from './publish/publish-file.ts';

const usage = `How? Make a token with the scope "write" on your Account page, then run:
  CONTENT_HUB_TOKEN=hub_… npm run publish -- <file.md> --site https://your.site [--id <blog>] [--overwrite]`;

/** `npm run publish -- <file.md> --site <address> [--id <blog>] [--overwrite]`: publishes a Markdown file, or updates its blog. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      site: { type: 'string' },
      id: { type: 'string' },
      overwrite: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  // Not an argument: arguments are visible to all users of the machine, and stay in the shell's history.
  const token = process.env.CONTENT_HUB_TOKEN;
  if (!file || more.length > 0 || !values.site || !token) throw new PublishError(usage);
  const { id, url, isNew, pictures, held } = await publishFile({
    file,
    site: values.site,
    token,
    id: values.id,
    overwrites: values.overwrite,
  });
  if (pictures > 0)
    console.log(`${pictures === 1 ? 'A picture was' : `${pictures} pictures were`} sent.`);
  console.log(`${isNew ? 'Published' : 'Saved'}: ${url}`);
  if (isNew) console.log(`Its id, ${id}, now stands in the file: the next time it is saved.`);
  if (held !== undefined) console.log(`It is not visible yet: ${held}`);
}

try {
  await main();
} catch (error) {
  const isForeseen =
    error instanceof PublishError ||
    error instanceof SourceProblem ||
    (error instanceof TypeError && 'code' in error);
  if (!isForeseen) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
