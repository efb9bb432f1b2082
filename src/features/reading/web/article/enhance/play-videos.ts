import { playerUrl, type VideoName, videoName } from '../../../../../platform/text/video-url.ts';

function isVideo(name: string | undefined): name is VideoName {
  return name !== undefined && videoName.test(name);
}

/** Prefix of the fragment with the video that a reloaded article plays. */
const fragment = '#play=';

/**
 * Replaces a video's link by its player when it is clicked: nothing is loaded from the video's site before. The policy
 * of a document that was first opened at another page forbids frames: then the article is loaded anew, and plays it.
 */
export function playVideos(text: HTMLElement, signal: AbortSignal): void {
  const asked = takeVideo();
  const found = asked && text.querySelector<HTMLAnchorElement>(`a[data-video="${asked}"]`);
  if (asked && found) play(found, asked, signal, () => location.assign(found.href));
  text.addEventListener(
    'click',
    (event) => {
      const { target, button, ctrlKey, metaKey, shiftKey } = event;
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-video]');
      const video = link ? link.dataset.video : undefined;
      if (!link || !isVideo(video) || button !== 0 || ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
      play(link, video, signal, () => {
        history.replaceState(history.state, '', fragment + video);
        location.reload();
      });
    },
    { signal },
  );
}

/**
 * The video in the fragment, which is removed. Only after a reload: a link from elsewhere can't make a visitor's browser
 * ask the video's site.
 */
function takeVideo(): VideoName | undefined {
  if (!location.hash.startsWith(fragment)) return undefined;
  const video = location.hash.slice(fragment.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' && isVideo(video) ? video : undefined;
}

function play(
  link: HTMLAnchorElement,
  video: VideoName,
  signal: AbortSignal,
  onRefused: () => void,
): void {
  const frame = document.createElement('iframe');
  frame.src = playerUrl(video);
  frame.title = link.textContent;
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // The video sites refuse to play without a referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective }) => {
      if (effectiveDirective === 'frame-src') onRefused();
    },
    { signal },
  );
  link.replaceWith(frame);
  frame.focus();
  signal.addEventListener('abort', () => frame.replaceWith(link));
}
