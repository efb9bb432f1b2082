import { useEffect } from 'react';
import { forgetVisits } from '../../features/comments/web/visits-key.ts';
import { OnThisDevice } from '../../features/offline/web/on-this-device.tsx';
import { paths } from '../../paths.ts';
import { titleOf } from '../../platform/web/head.ts';
import { whenReachable } from '../../platform/web/reachable.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { buttonClass } from '../../platform/web/ui/button.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { useIsHydrated } from '../../platform/web/use-is-hydrated.ts';
import { definePage, usePageQuery } from '../define-page.ts';

const offlineTitle = 'You are offline';
const anyOrigin = 'http://site.invalid';

/** The local page that an address names; undefined for other sites, and for this page. */
function pageWanted(from: string | undefined): string | undefined {
  if (!from || !URL.canParse(from, anyOrigin)) return undefined;
  const { origin, pathname, search } = new URL(from, anyOrigin);
  const isHere = origin === anyOrigin && pathname !== paths.onThisDevice.path;
  return isHere ? pathname + search : undefined;
}

/** Replaces a page that can't be loaded. It retries when the connection is back. */
function Instead({ wanted }: { readonly wanted: string }) {
  const settings = useSiteSettings();

  useEffect(() => {
    document.title = titleOf({ title: offlineTitle }, settings);
  }, [settings]);

  useEffect(() => {
    const gone = new AbortController();
    void whenReachable(gone.signal).then(() => {
      if (!gone.signal.aborted) window.location.replace(wanted);
    });
    return () => gone.abort();
  }, [wanted]);

  return (
    <>
      <PageHeading lead="There is no connection to the site, and the page that you want is not on this device. It opens by itself as soon as the connection is back. Until then there is this to read:">
        {offlineTitle}
      </PageHeading>
      <p className="mb-10">
        {/* A full page load: chunks of the wanted page may be missing. */}
        <a href={wanted} className={buttonClass({ look: 'primary' })}>
          Try again
        </a>
      </p>
    </>
  );
}

function OnThisDevicePage() {
  const wanted = pageWanted(usePageQuery(paths.onThisDevice).from);
  // The stored copy of this page serves for any address, so the server rendered it without one.
  const isHydrated = useIsHydrated();
  return (
    <div className="mx-auto max-w-measure">
      {wanted === undefined || !isHydrated ? (
        <PageHeading lead="What you can read here without a connection.">
          On this device
        </PageHeading>
      ) : (
        <Instead wanted={wanted} />
      )}
      <ScriptNote todo="see what is kept here" />
      {/* Only the device knows the length of the list: the content below starts outside the window to avoid a layout
          shift. */}
      <div className="min-h-dvh">
        <OnThisDevice onThrowAll={forgetVisits} />
      </div>
    </div>
  );
}

export const page = definePage(paths.onThisDevice, {
  component: OnThisDevicePage,
  head: () => ({
    title: 'On this device',
    description: 'What can be read on this device without a connection.',
    canonicalPath: paths.onThisDevice.to(),
  }),
});
