import { useSyncExternalStore } from 'react';

/** Minimum width for text and preview side by side; the `xl` of the classes. */
const wideWindow = '(min-width: 80rem)';

const views = ['Write', 'Both', 'Preview'] as const;

/** The visible parts of the long description: the text, its preview, or both. */
export type WritingView = (typeof views)[number];

let query: MediaQueryList | undefined;

/** Created once, since each keystroke reads it. */
function wideQuery(): MediaQueryList {
  query ??= window.matchMedia(wideWindow);
  return query;
}

function subscribeToWidth(listener: () => void): () => void {
  wideQuery().addEventListener('change', listener);
  return () => wideQuery().removeEventListener('change', listener);
}

/** The chosen view, adapted to the window's width. */
export function useFittingView(chosen: WritingView): WritingView {
  const isWide = useSyncExternalStore(
    subscribeToWidth,
    () => wideQuery().matches,
    () => false,
  );
  return chosen === 'Both' && !isWide ? 'Write' : chosen;
}

interface ViewSwitchProps {
  readonly view: WritingView;
  readonly onChange: (view: WritingView) => void;
}

export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <fieldset aria-label="View" className="flex flex-wrap gap-x-3 sm:gap-x-4">
      {views.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => onChange(name)}
          className={`min-h-11 cursor-pointer border-b-2 border-transparent text-sm font-semibold text-soft hover:text-ink aria-pressed:border-accent aria-pressed:text-ink ${name === 'Both' ? 'max-xl:hidden' : ''}`}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
