import { useEffect, useId, useRef } from 'react';
import { useRememberedSwitch } from '../../platform/web/remembered-switch.ts';
import { Button } from '../../platform/web/ui/button.tsx';
import { tickClass } from '../../platform/web/ui/forms/tick.ts';
import { type PageShortcuts, usePageShortcuts } from './page-shortcuts.ts';
import { shortcutsOff } from './shortcuts-off.ts';

const shortcuts = [
  { key: '/', does: 'Search all blogs' },
  { key: 'j', does: 'Next blog in a list' },
  { key: 'k', does: 'Previous blog in a list' },
  { key: 'n', does: 'Next new comment, or else the next comment' },
  { key: 's', does: 'Put the blog on your wishlist' },
  { key: '?', does: 'Show these shortcuts' },
  { key: 'Esc', does: 'Close what is open' },
] as const;

function Keys({ keys, width }: { readonly keys: PageShortcuts['keys']; readonly width: string }) {
  return (
    <dl className="mt-4 divide-y divide-rule border-y border-rule">
      {keys.map(({ key, does }) => (
        <div key={key} className="flex items-center gap-4 py-2">
          <dt className={`${width} shrink-0`}>
            <kbd className="inline-block min-w-7 rounded-sm border border-rule-strong px-1.5 text-center font-mono text-sm">
              {key}
            </kbd>
          </dt>
          <dd className="text-soft">{does}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Dialog that lists the shortcuts and can switch them off. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isOn = !useRememberedSwitch(shortcutsOff);
  const ofPage = usePageShortcuts();

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="dialog" onClose={onClose}>
      <form method="dialog" className="border-t-2 border-ink p-6 sm:p-8">
        <h2 id={titleId} className="font-display text-2xl font-medium">
          Keyboard shortcuts
        </h2>
        <Keys keys={shortcuts} width="w-12" />
        {ofPage && (
          <>
            <h3 className="mt-6 font-semibold">{ofPage.title}</h3>
            <Keys keys={ofPage.keys} width="w-36" />
          </>
        )}
        <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => shortcutsOff.set(!target.checked)}
            className={`${tickClass} size-6`}
          />
          Use single-key shortcuts
        </label>
        <Button type="submit" look="primary" className="mt-4">
          Close
        </Button>
      </form>
    </dialog>
  );
}
