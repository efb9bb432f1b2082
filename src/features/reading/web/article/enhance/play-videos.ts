import { playerUrl, type VideoName, videoName } from '../../../../../platform/text/video-url.ts';

function isVideo(name: string | undefined): name is VideoName {
  return name !== undefined && videoName.test(name);
}

/** Puts the player of a video in the place of its link, once that is pressed: nothing of its site is loaded before. */
export function playVideos(text: HTMLElement, signal: AbortSignal): void {
  text.addEventListener(
    'click',
    (event) => {
      const { target, button, ctrlKey, metaKey, shiftKey } = event;
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-video]');
      const video = link ? link.dataset.video : undefined;
      if (!link || !isVideo(video) || button !== 0 || ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
      play(link, video, signal);
    },
    { signal },
  );
}

function play(link: HTMLAnchorElement, video: VideoName, signal: AbortSignal): void {
  const frame = document.createElement('iframe');
  frame.src = playerUrl(video);
  frame.title = link.textContent;
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // Its site plays nothing for pages that it can't name.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  // A document that was opened before one came to this text may show no players: there the link leads to the video.
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective }) => {
      if (effectiveDirective === 'frame-src') location.assign(link.href);
    },
    { signal },
  );
  link.replaceWith(frame);
  frame.focus();
  signal.addEventListener('abort', () => frame.replaceWith(link));
}
