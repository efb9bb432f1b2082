import { useSyncExternalStore } from 'react';

/** From here on the text and its preview can stand side by side; the `xl` of the classes. */
const wideWindow = '(min-width: 80rem)';

const views = ['Write', 'Both', 'Preview'] as const;

/** What is seen of the long description: the text, its preview, or one beside the other. */
export type WritingView = (typeof views)[number];

let query: MediaQueryList | undefined;

/** Asked at each key: made once. */
function wideQuery(): MediaQueryList {
  query ??= window.matchMedia(wideWindow);
  return query;
}

function subscribeToWidth(listener: () => void): () => void {
  wideQuery().addEventListener('change', listener);
  return () => wideQuery().removeEventListener('change', listener);
}

/** The view that this window has room for. */
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
