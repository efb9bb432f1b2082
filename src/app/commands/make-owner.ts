import { emailSchema } from '../../features/account/contract/account-text.ts';
import { makeOwnerByEmail } from '../../features/staff/server/own-site.ts';
import { createQueueMail } from '../../identity/mail/outbox-store.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { readConfig } from '../config.ts';
import { onClaim } from '../features.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run make-owner -- <e-mail> [--anyway]`: makes a person with an account an owner; with `--anyway` also where the
 * address isn't verified. A running site applies it at once and sends the e-mails about it.
 */
async function main(given: readonly string[]): Promise<void> {
  const isUnprovenEnough = given.includes('--anyway');
  const [argument, ...more] = given.filter((word) => word !== '--anyway');
  const email = emailSchema.safeParse(argument).data;
  if (!email || more.length > 0) {
    console.error('Who? Run: npm run make-owner -- ada@example.org');
    process.exitCode = 1;
    return;
  }
  const config = readConfig(process.env);
  const storage = await openStorage({ ...config, onConnectionError: () => {} });
  try {
    const queueMail = config.mail && createQueueMail(Date.now);
    const asked = { email, isUnprovenEnough, now: Date.now(), queueMail, onClaim };
    const outcome = await makeOwnerByEmail(storage, asked);
    if (outcome === 'made') {
      console.log(
        `${email} is an owner of this site now, and finds the way to Manage on the account page.`,
      );
      return;
    }
    process.exitCode = 1;
    if (outcome === 'unproven') {
      console.error(
        `Nobody has proven that ${email} is theirs: anybody can sign up with it. Have its owner open the link of the email that the account page sends, or, where you know whose account it is, add --anyway.`,
      );
      return;
    }
    console.error(
      `No account has the email ${email}. ${config.external ? 'Sign in with it once' : 'Sign up with it'} first.`,
    );
  } finally {
    await storage.close();
  }
}

await runCommand(main);
