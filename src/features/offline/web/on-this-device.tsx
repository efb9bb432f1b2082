import { useEffect, useState, useSyncExternalStore } from 'react';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SwitchField } from '../../../platform/web/ui/forms/switch-field.tsx';
import { HeadedSection } from '../../../platform/web/ui/headed-section.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { useFocusSuccessor } from '../../../platform/web/ui/use-focus-successor.ts';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import {
  deleteAllKept,
  deleteKeptItem,
  type KeptThings,
  listKept,
  switchOff,
  switchOn,
} from './device-store.ts';
import { hasInstallOffer, onInstallOffer, takeInstallOffer } from './install-offer.ts';
import { KeptList } from './kept-list.tsx';
import { sizeOf } from './size-of.ts';

type Kept =
  | { readonly status: 'loading' }
  /** Storage isn't available: an old browser, a private window, or a site without HTTPS. */
  | { readonly status: 'impossible' }
  | { readonly status: 'known'; readonly things: KeptThings };

/** The stored content, and how to change it. */
function useKept() {
  const [kept, setKept] = useState<Kept>({ status: 'loading' });

  async function look(): Promise<void> {
    try {
      if (!('caches' in window)) throw new Error('This browser keeps nothing.');
      setKept({ status: 'known', things: await listKept() });
    } catch {
      setKept({ status: 'impossible' });
    }
  }

  const { isPending, run } = useSingleFlight(async (change: () => Promise<void>) => {
    // Shows the state after the change, even after a failure.
    await change().catch(() => {});
    await look();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the caches on mount only; `look` is a new function at each render.
  useEffect(() => void look(), []);

  return { kept, isPending, change: (work: () => Promise<void>) => void run(work) };
}

const ownPages = {
  wishlist: { label: 'Your Wishlist', to: paths.wishlist.to() },
  writing: { label: 'My writing', to: paths.myWriting.to() },
  editor: { label: 'Write something', to: paths.addBlog.to({ draft: 'another' }) },
} as const;

function Sizes({ things }: { readonly things: KeptThings }) {
  const { picturesBytes, filesBytes, bytes } = things;
  return (
    <p className="text-soft">
      {sizeOf(bytes)} in all: with {sizeOf(picturesBytes)} of pictures and {sizeOf(filesBytes)} of
      the site’s own scripts, styles and fonts.
    </p>
  );
}

function InstallButton() {
  const isOffered = useSyncExternalStore(onInstallOffer, hasInstallOffer, () => false);
  if (!isOffered) return null;
  return (
    <HeadedSection title="As an app">
      <p className="mb-4 text-soft">
        The site can have a place among this device’s apps, and a window of its own.
      </p>
      <Button onClick={() => void takeInstallOffer()}>Install</Button>
    </HeadedSection>
  );
}

interface OnThisDeviceProps {
  /** Called when everything is thrown away, for what other features store on this device. */
  readonly onThrowAll: () => void;
}

/** The content that can be read offline, with its sizes and delete buttons. */
export function OnThisDevice({ onThrowAll }: OnThisDeviceProps) {
  const { kept, isPending, change } = useKept();
  const awayButton = useFocusSuccessor('input');
  if (kept.status === 'loading') {
    return (
      <div className="noscript:hidden">
        <LoadingIndicator />
      </div>
    );
  }
  if (kept.status === 'impossible') {
    return <ErrorNote>This browser keeps nothing of this site.</ErrorNote>;
  }
  const { things } = kept;
  const { read, wished, drafts, own } = things;
  const isEmpty = [read, wished, drafts, own].every(({ length }) => length === 0);

  function throwAll(): void {
    onThrowAll();
    change(deleteAllKept);
  }

  return (
    <>
      {isEmpty ? (
        <EmptyState
          drawing="sheet"
          title="Nothing is kept here"
          text={
            things.isOff
              ? 'This device keeps nothing of what you read.'
              : 'What you read last is kept here and, once you are signed in, your wishlist and your drafts.'
          }
        />
      ) : (
        own.length > 0 && (
          <p className="flex flex-wrap gap-3">
            {own.map((page) => (
              <ButtonLink key={page} to={ownPages[page].to}>
                {ownPages[page].label}
              </ButtonLink>
            ))}
          </p>
        )
      )}
      <KeptList
        title="Read last"
        items={read}
        onThrow={(item) => change(() => deleteKeptItem(item))}
      />
      <KeptList
        title="On your wishlist"
        items={wished}
        onThrow={(item) => change(() => deleteKeptItem(item))}
      />
      <KeptList
        title="Your drafts"
        items={drafts}
        onThrow={(item) => change(() => deleteKeptItem(item))}
      />
      <HeadedSection title="What is kept">
        <div className="grid gap-6">
          {things.bytes > 0 && <Sizes things={things} />}
          {!isEmpty && (
            <Button
              ref={awayButton}
              className="justify-self-start"
              aria-disabled={isPending}
              onClick={throwAll}
            >
              Throw everything away
            </Button>
          )}
          <SwitchField
            label="Keep what I read on this device"
            hint="The last ten blogs, your wishlist and your drafts, up to 50 MB. They go when you log out. What you wrote and the site doesn’t have yet stays in any case."
            checked={!things.isOff}
            onChange={() => change(things.isOff ? switchOn : switchOff)}
          />
        </div>
      </HeadedSection>
      <InstallButton />
    </>
  );
}
