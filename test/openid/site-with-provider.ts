import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type VisitedSite, visitedSite } from '../visited-site.ts';
import { type OpenIdPerson, type OpenIdStandIn, startOpenIdProvider } from './openid-stand-in.ts';

type Somebody = OpenIdPerson & { readonly name: string; readonly email: string };

interface SiteWithProvider {
  readonly site: VisitedSite;
  readonly provider: OpenIdStandIn;
  /** A new account at the provider, used by no other test of the file. */
  readonly person: Somebody;
}

/** A site whose provider, configured by settings with this prefix, is a stand-in; both last for a test file. */
export function siteWithProvider(prefix: 'GOOGLE' | 'IDENTITY'): SiteWithProvider {
  let provider: OpenIdStandIn;
  let person: Somebody;
  let lastNumber = 0;
  const site = visitedSite(async () => {
    provider = await startOpenIdProvider();
    const { clientId, clientSecret, issuer } = provider.settings;
    return {
      [`${prefix}_CLIENT_ID`]: clientId,
      [`${prefix}_CLIENT_SECRET`]: clientSecret,
      [`${prefix}_ISSUER`]: issuer,
    };
  });

  beforeAll(() => provider.allow(site.url));
  afterAll(() => provider?.stop());
  beforeEach(() => {
    lastNumber += 1;
    person = {
      sub: `sub-${lastNumber}`,
      email: `grace-${lastNumber}@example.org`,
      email_verified: true,
      name: `Grace Hopper ${lastNumber}`,
    };
    provider.add(person);
    provider.answerAs(undefined);
  });
  return {
    site,
    get provider() {
      return provider;
    },
    get person() {
      return person;
    },
  };
}
