/** Minimum enlargement at which a picture is first shown whole. */
const worthIt = 1.2;

function newButton(className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.dataset.live = '';
  return button;
}

/** Wraps each picture of a text in a button that enlarges it; linked pictures keep their links. */
export function zoomPictures(text: HTMLElement, signal: AbortSignal): void {
  for (const image of text.querySelectorAll('img')) {
    if (image.closest('a, button')) continue;
    const button = newButton('picture-zoom');
    button.ariaLabel = `Enlarge the picture${image.alt ? `: ${image.alt}` : ''}`;
    button.ariaHasPopup = 'dialog';
    // An image outside its `picture` would lose the files to choose from.
    const whole = image.closest('picture') ?? image;
    whole.replaceWith(button);
    button.append(whole);
    button.addEventListener('click', () => show(image, button, signal));
    const unwrap = () => button.replaceWith(...button.childNodes);
    // The placeholder of a failed picture needs no button.
    image.addEventListener('error', () => queueMicrotask(unwrap), { signal });
    signal.addEventListener('abort', unwrap);
  }
}

/** The largest file of a picture, in the format that the browser has chosen. */
function largestOf(image: HTMLImageElement): string {
  for (const { srcset } of image.closest('picture')?.querySelectorAll('source') ?? []) {
    const files = srcset.split(', ').map((file) => file.replace(/ \d+w$/, ''));
    if (files.some((file) => image.currentSrc.endsWith(file))) return files.at(-1) || image.src;
  }
  return image.src;
}

function newImage({ alt, referrerPolicy }: HTMLImageElement, src: string): HTMLImageElement {
  const image = document.createElement('img');
  return Object.assign(image, { alt, referrerPolicy, src });
}

/** The picture by itself: the file that the text shows is there at once, the largest takes its place. */
function largePicture(image: HTMLImageElement): HTMLImageElement {
  const shown = newImage(image, image.currentSrc || image.src);
  for (const name of ['width', 'height']) {
    const pixels = image.getAttribute(name);
    if (pixels !== null) shown.setAttribute(name, pixels);
  }
  const largest = newImage(image, largestOf(image));
  if (largest.src === shown.src) return shown;
  largest.decode().then(
    () => {
      shown.src = largest.src;
    },
    () => {},
  );
  return shown;
}

function show(image: HTMLImageElement, opener: HTMLElement, signal: AbortSignal): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'zoomed-picture';
  dialog.ariaLabel = image.alt || 'Picture';
  const close = newButton('zoomed-close');
  close.textContent = 'Close';
  const turn = newButton('zoomed-turn');
  turn.ariaLabel = 'Actual size';
  const large = largePicture(image);
  turn.append(large);
  dialog.append(close, turn);

  const showWhole = (isWhole: boolean) => {
    dialog.toggleAttribute('data-whole', isWhole);
    turn.ariaPressed = String(!isWhole);
  };
  turn.addEventListener('click', () => showWhole(!dialog.hasAttribute('data-whole')));
  close.addEventListener('click', () => dialog.close());
  // A click beside the picture.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  signal.addEventListener('abort', () => dialog.close());
  document.body.append(dialog);
  // The dialog returns the focus to it when it closes; some browsers don't focus a clicked button.
  opener.focus({ preventScroll: true });
  dialog.showModal();
  showWhole(true);
  // On a phone the whole picture may be no larger than in the text.
  const isLarger = large.clientWidth >= image.clientWidth * worthIt;
  if (!isLarger && image.naturalWidth > image.clientWidth) showWhole(false);
}
