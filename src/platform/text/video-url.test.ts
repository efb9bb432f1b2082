import { expect, test } from 'vitest';
import { playerUrl, videoOf } from './video-url.ts';

test.for([
  ['https://www.youtube.com/watch?v=abcdefghijk&t=10s', 'youtube:abcdefghijk'],
  ['https://youtu.be/abcdefghi_-', 'youtube:abcdefghi_-'],
  ['http://m.youtube.com/shorts/abcdefghijk', 'youtube:abcdefghijk'],
  ['https://www.youtube.com/live/abcdefghijk?feature=share', 'youtube:abcdefghijk'],
  ['https://vimeo.com/123456', 'vimeo:123456'],
  ['https://www.youtube.com/watch?v=abcdefghij', undefined],
  ['https://www.youtube.com/@somebody', undefined],
  ['https://youtube.com.a.example/watch?v=abcdefghijk', undefined],
  ['https://a.example/youtu.be/abcdefghijk', undefined],
  ['https://youtu.be/"><script>', undefined],
  ['https://vimeo.com/channels/1', undefined],
  ['/watch?v=abcdefghijk', undefined],
] as const)('the video of %s is %s', ([address, video]) => {
  expect(videoOf(address)).toBe(video);
});

test('player URLs autoplay, and YouTube’s uses the host without cookies', () => {
  expect(playerUrl('youtube:abcdefghijk')).toBe(
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
  );
  expect(playerUrl('vimeo:12')).toBe('https://player.vimeo.com/video/12?autoplay=1');
});
