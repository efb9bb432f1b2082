import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { endWishlistFeed, makeWishlistFeed, wishlistFeedState } from '../contract/wishlist-feed.ts';

/** Whether the viewer's wishlist has a feed. */
export function wishlistFeedQuery() {
  return endpointQuery([...personalKey, 'wishlist-feed'], wishlistFeedState, {});
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    void showToast({ text: 'The address has been copied.' });
  } catch {
    void showToast({ text: 'The address could not be copied. Please select it.', tone: 'bad' });
  }
}

/** An address that was just created. It can't be shown again: the site stores only a hash. */
function NewAddress({ address }: { readonly address: string }) {
  return (
    <div role="status" className="grid gap-2 border-l-2 border-good pl-4">
      <p>
        Give this address to your feed reader now: it isn’t shown again. Whoever has it can read
        your wishlist.
      </p>
      <p className="font-mono text-sm wrap-anywhere select-all">{address}</p>
      <div>
        <Button size="small" onClick={() => copy(address)}>
          Copy
        </Button>
      </div>
    </div>
  );
}

/** The private feed of the wishlist: creates, changes and disables its address. */
export function WishlistFeed() {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const { data } = useQuery(wishlistFeedQuery());
  const [address, setAddress] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const madeAt = data?.madeAt ?? null;

  function show(next: { readonly madeAt: string | null; readonly address?: string }): void {
    setAddress(next.address);
    queries.setQueryData(wishlistFeedQuery().queryKey, { madeAt: next.madeAt });
  }

  const { isPending, run } = useSingleFlight(async (act: 'make' | 'end') => {
    setFailure(undefined);
    const isMeant =
      madeAt === null ||
      (await ask(
        act === 'make'
          ? {
              title: 'Make a new address?',
              text: 'The address before stops working.',
              confirmLabel: 'Make a new address',
            }
          : {
              title: 'Switch off the feed?',
              text: 'Its address stops working.',
              confirmLabel: 'Switch off',
            },
      ));
    if (!isMeant) return;
    try {
      if (act === 'make') show((await call(queries, makeWishlistFeed, {})).body);
      else {
        await call(queries, endWishlistFeed, {});
        show({ madeAt: null });
        void showToast({ text: 'The feed is switched off.' });
      }
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  return (
    <div className="grid gap-4 noscript:hidden">
      <p className="text-soft">
        {madeAt === null ? (
          'Follow your own wishlist in a feed reader, by an address that only you know.'
        ) : (
          <>
            Your feed has had its address since <Moment at={madeAt} />.
          </>
        )}
      </p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      {address !== undefined && <NewAddress address={address} />}
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={isPending} onClick={() => void run('make')}>
          {madeAt === null ? 'Make an address' : 'Make a new address'}
        </Button>
        {madeAt !== null && (
          <Button look="plain" aria-disabled={isPending} onClick={() => void run('end')}>
            Switch off
          </Button>
        )}
      </div>
    </div>
  );
}
