import { leadTo } from './lead-to.ts';
import { createReadingOffer } from './reading-offer.ts';

interface Offered {
  /** Where one stopped, and how many percent of the text are behind it; undefined where that is nothing to offer. */
  readonly from: { readonly element: HTMLElement; readonly share: number } | undefined;
  /** What is new, or says something else, since it was read. */
  readonly changed: readonly HTMLElement[];
  /** How many paragraphs that were read are gone. */
  readonly goneCount: number;
  /** Called once the changes were shown, or dismissed. */
  readonly onSeen: () => void;
  /** Called where the place was dismissed. */
  readonly onStartOver: () => void;
}

export interface PlaceOffer {
  /** One has come to the place without being led there. */
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

/** Offers to go on where one stopped, and to look at what changed since: one press each, nothing is done without. */
export function offerPlace(text: HTMLElement, signal: AbortSignal, offered: Offered): PlaceOffer {
  const { changed, goneCount, onSeen, onStartOver } = offered;
  const life = new AbortController();
  let { from } = offered;
  let hasNews = changed.length > 0 || goneCount > 0;
  /** Which of the changes one is at; undefined before they are shown. */
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
    // Dismissing the changes that one is at says nothing of the place.
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
    leadTo(element);
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
              words: `Go on where you stopped (${place.share} %)`,
              onPress: () => {
                from = undefined;
                show();
                leadTo(place.element);
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
