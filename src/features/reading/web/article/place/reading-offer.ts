import './reading-offer.css';

interface Line {
  readonly words: string;
  /** Action of a click; without it the line is plain text. */
  readonly onPress?: () => void;
}

/** A dismissible box at the lower edge of the window with offers about a text. */
export interface ReadingOffer {
  /** Shows these lines; without lines the box is removed. */
  show(lines: readonly Line[]): void;
}

function newButton(words: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  // A click on it doesn't hydrate the page.
  button.dataset.live = '';
  button.textContent = words;
  button.addEventListener('click', onPress);
  return button;
}

function elementOf({ words, onPress }: Line): HTMLElement {
  if (onPress) return newButton(words, onPress);
  const line = document.createElement('p');
  line.textContent = words;
  return line;
}

/**
 * Creates the box, before the first line of the text for keyboards and screen readers. `onDismiss` is called when a
 * reader closes it.
 */
export function createReadingOffer(
  text: HTMLElement,
  signal: AbortSignal,
  onDismiss: () => void,
): ReadingOffer {
  const box = document.createElement('aside');
  box.className = 'reading-offer';
  box.ariaLabel = 'Your reading';
  // Its language is the site's, whatever the text's is.
  box.dir = 'ltr';
  box.lang = 'en';
  const lines = document.createElement('div');
  // Announces the change that is shown.
  lines.ariaLive = 'polite';
  const close = newButton('✕', () => {
    box.remove();
    onDismiss();
  });
  close.className = 'reading-offer-close';
  close.ariaLabel = 'Dismiss';
  box.append(lines, close);
  box.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close.click();
  });
  signal.addEventListener('abort', () => box.remove());

  return {
    show(shown) {
      if (shown.length === 0 || signal.aborted) {
        box.remove();
        return;
      }
      lines.replaceChildren(...shown.map(elementOf));
      if (!box.isConnected) text.prepend(box);
    },
  };
}
