import { emailSchema } from '../../features/account/contract/account-text.ts';
import {
  issueReset,
  type ResetOptions,
} from '../../features/account/server/embedded/account-security.ts';
import { resetLink } from '../../features/account/server/embedded/emails.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { type Config, readConfig } from '../config.ts';
import { runCommand } from './run-command.ts';

const linkMinutes = 30;

/** Creates a one-time link for the account of this address; undefined where there is none. */
async function createResetLink(
  config: Config,
  email: string,
  options: ResetOptions,
): Promise<string | undefined> {
  const storage = await openStorage({ ...config, onConnectionError: () => {} });
  try {
    const token = await issueReset(storage, email, 'operator', Date.now(), options);
    return token && resetLink(config.siteUrl, token);
  } finally {
    await storage.close();
  }
}

const withoutFactors = '--without-second-factor';

/**
 * `npm run reset-password -- <e-mail> [--without-second-factor]`: for sites without e-mail, and for people who have
 * lost passkeys, app and recovery codes.
 */
async function main(given: readonly string[]): Promise<void> {
  const [argument, ...more] = given.filter((one) => one !== withoutFactors);
  const email = emailSchema.safeParse(argument).data;
  if (!email || more.length > 0) {
    console.error(
      `Whose? Run: npm run reset-password -- ada@example.org\nWith ${withoutFactors} the link also removes passkeys, an app's codes and recovery codes.`,
    );
    process.exitCode = 1;
    return;
  }
  const config = readConfig(process.env);
  if (config.external) {
    console.error(`Passwords are kept by ${config.external.issuer}: set a new one there.`);
    process.exitCode = 1;
    return;
  }
  const options = { withoutFactors: given.includes(withoutFactors) };
  const link = await createResetLink(config, email, options);
  if (!link) {
    console.error(`No account has the email ${email}.`);
    process.exitCode = 1;
    return;
  }
  console.log(
    `Hand this link to ${email}. It works once, for ${linkMinutes} minutes:\n\n${link}\n`,
  );
}

await runCommand(main);
