import { playerUrl, type VideoName, videoName } from '../../../../../platform/text/video-url.ts';

function isVideo(name: string | undefined): name is VideoName {
  return name !== undefined && videoName.test(name);
}

/** Replaces a video's link by its player when it is clicked: nothing is loaded from the video's site before. */
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
  // The video sites refuse to play without a referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  // The policy of a document that was first opened at another page may forbid frames: then the link is followed.
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
