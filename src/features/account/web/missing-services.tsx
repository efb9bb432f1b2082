import { useQuery } from '@tanstack/react-query';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { identitySettingsQuery } from './account-queries.ts';

function Setting({ name }: { readonly name: string }) {
  return <code className="font-mono text-sm">{name}</code>;
}

/**
 * For the owner: services that aren't configured, with their environment variables. Renders nothing if none is missing.
 */
export function MissingServices() {
  const { data } = useQuery(identitySettingsQuery());
  const { accountsAt } = useSiteSettings();
  const lacksMail = data?.mail === false;
  const lacksGoogle = data?.google === false && accountsAt === undefined;
  if (!lacksMail && !lacksGoogle) return null;
  return (
    <section aria-label="Not set up yet" className="mb-8 max-w-measure border-l-2 border-rule pl-4">
      {lacksMail && (
        <p>
          This site can’t send email yet. To switch it on, set <Setting name="SMTP_URL" /> and{' '}
          <Setting name="MAIL_FROM" />.
        </p>
      )}
      {lacksGoogle && (
        <p>
          Google sign-in is off. To switch it on, set <Setting name="GOOGLE_CLIENT_ID" /> and{' '}
          <Setting name="GOOGLE_CLIENT_SECRET" />.
        </p>
      )}
    </section>
  );
}
