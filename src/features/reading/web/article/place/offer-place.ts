import { scrollToAndFocus } from '../../../../../platform/web/scroll-to-and-focus.ts';
import { createReadingOffer } from './reading-offer.ts';

interface Offered {
  /** The member's place, and the percent of the text before it; undefined if there is nothing to offer. */
  readonly from: { readonly element: HTMLElement; readonly share: number } | undefined;
  /** Elements that are new or changed since the last visit. */
  readonly changed: readonly HTMLElement[];
  /** Number of read paragraphs that were deleted. */
  readonly goneCount: number;
  /** Called when the changes were shown or dismissed. */
  readonly onSeen: () => void;
  /** Called when the place was dismissed. */
  readonly onStartOver: () => void;
}

export interface PlaceOffer {
  /** The member reached the place by scrolling. */
  passPlace(): void;
  end(): void;
}

const paragraphs = (count: number) => `${count} ${count === 1 ? 'paragraph' : 'paragraphs'}`;

function wordsOf({ changed, goneCount }: Pick<Offered, 'changed' | 'goneCount'>): string {
  const gone =
    goneCount > 0 ? `${changed.length > 0 ? goneCount : paragraphs(goneCount)} removed` : '';
  const news = changed.length > 0 ? paragraphs(changed.length) : '';
  return `Changed since you read this: ${[news, gone].filter(Boolean).join(', ')}`;
}

/** Offers to continue at the member's place, and to show the changes since. Nothing happens without a click. */
export function offerPlace(text: HTMLElement, signal: AbortSignal, offered: Offered): PlaceOffer {
  const { changed, goneCount, onSeen, onStartOver } = offered;
  const life = new AbortController();
  let { from } = offered;
  let hasNews = changed.length > 0 || goneCount > 0;
  /** Index of the shown change; undefined before the first. */
  let at: number | undefined;

  function unmark(): void {
    for (const element of changed) delete element.dataset.changed;
  }

  function see(): void {
    if (!hasNews) return;
    hasNews = false;
    onSeen();
  }

  const offer = createReadingOffer(text, AbortSignal.any([signal, life.signal]), () => {
    // Dismissing the changes keeps the place.
    if (from && at === undefined) onStartOver();
    from = undefined;
    at = undefined;
    unmark();
    see();
  });

  function showChange(index: number): void {
    const element = changed[index % changed.length];
    if (!element) return;
    at = index % changed.length;
    for (const one of changed) one.dataset.changed = '';
    see();
    show();
    scrollToAndFocus(element);
  }

  function linesOfChanges() {
    if (at !== undefined) {
      const words = `Change ${at + 1} of ${changed.length}`;
      const next = at + 1;
      return changed.length > 1
        ? [{ words }, { words: 'Next change', onPress: () => showChange(next) }]
        : [{ words }];
    }
    if (!hasNews) return [];
    const words = wordsOf(offered);
    return changed.length > 0 ? [{ words, onPress: () => showChange(0) }] : [{ words }];
  }

  function show(): void {
    const place = from;
    offer.show([
      ...(place
        ? [
            {
              words: `Go on where you stopped (${place.share}%)`,
              onPress: () => {
                from = undefined;
                show();
                scrollToAndFocus(place.element);
              },
            },
          ]
        : []),
      ...linesOfChanges(),
    ]);
  }

  signal.addEventListener('abort', unmark);
  show();
  return {
    passPlace() {
      if (!from) return;
      from = undefined;
      show();
    },
    end() {
      unmark();
      life.abort();
    },
  };
}
