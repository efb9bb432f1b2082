import { emailSchema } from '../../features/account/contract/account-text.ts';
import { makeOwnerByEmail } from '../../features/staff/server/own-site.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { readConfig } from '../config.ts';
import { onClaim } from '../features.ts';
import { runCommand } from './run-command.ts';

/** `npm run make-owner -- <e-mail>`: makes a person with an account an owner. A running site knows at once. */
async function main(given: readonly string[]): Promise<void> {
  const [argument, ...more] = given;
  const email = emailSchema.safeParse(argument).data;
  if (!email || more.length > 0) {
    console.error('Who? Run: npm run make-owner -- ada@example.org');
    process.exitCode = 1;
    return;
  }
  const config = readConfig(process.env);
  const storage = await openStorage({ ...config, onConnectionError: () => {} });
  try {
    if (await makeOwnerByEmail(storage, email, Date.now(), onClaim)) {
      console.log(
        `${email} is an owner of this site now, and finds the way to Manage on the account page.`,
      );
      return;
    }
    console.error(
      `No account has the email ${email}. ${config.external ? 'Sign in with it once' : 'Sign up with it'} first.`,
    );
    process.exitCode = 1;
  } finally {
    await storage.close();
  }
}

await runCommand(main);
