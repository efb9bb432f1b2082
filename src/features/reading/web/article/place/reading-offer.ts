import './reading-offer.css';

interface Line {
  readonly words: string;
  /** What a press does; without it the line only says something. */
  readonly onPress?: () => void;
}

/** A small box over the lower edge of the window, which offers something of a text, and is dismissed by a press. */
export interface ReadingOffer {
  /** Shows these lines, or goes where there are none. */
  show(lines: readonly Line[]): void;
}

function newButton(words: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  // A press of it is no reason to hydrate the page.
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

/** Makes the box, before the first line of the text for keyboards and screen readers. `onDismiss` is told when it is closed. */
export function createReadingOffer(
  text: HTMLElement,
  signal: AbortSignal,
  onDismiss: () => void,
): ReadingOffer {
  const box = document.createElement('aside');
  box.className = 'reading-offer';
  box.ariaLabel = 'Your reading';
  // The site's own words, whatever language the text is in.
  box.dir = 'ltr';
  box.lang = 'en';
  const lines = document.createElement('div');
  // Reads out which change one has come to.
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
