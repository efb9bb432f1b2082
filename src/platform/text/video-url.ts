/** Sites whose videos a page can play in place, with the addresses of their players. */
const players = {
  youtube: { name: 'YouTube', origin: 'https://www.youtube-nocookie.com', path: '/embed/' },
  vimeo: { name: 'Vimeo', origin: 'https://player.vimeo.com', path: '/video/' },
} as const;

type Site = keyof typeof players;

/** A video of one of these sites, such as `youtube:dQw4w9WgXcQ`. */
export type VideoName = `${Site}:${string}`;

/** The form of a video's name. */
export const videoName = /^(youtube):([\w-]{11})$|^(vimeo):([0-9]{1,12})$/;

/** The origins of players that pages may embed. */
export const playerOrigins: readonly string[] = Object.values(players).map(({ origin }) => origin);

const youTubeHosts = /^(?:(?:www|m|music)\.)?(?:youtube|youtube-nocookie)\.com$/;
const youTubePath = /^\/(?:shorts|live|embed)\/([\w-]{11})\/?$/;

/** The video of an address; undefined for any other address. */
export function videoOf(address: string): VideoName | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const { hostname, pathname, searchParams } = url;
  let id: string | null | undefined;
  if (hostname === 'youtu.be') id = pathname.slice(1);
  else if (youTubeHosts.test(hostname)) {
    id = pathname === '/watch' ? searchParams.get('v') : youTubePath.exec(pathname)?.[1];
  } else if (/^(?:www\.)?vimeo\.com$/.test(hostname)) {
    return nameOf('vimeo', pathname.slice(1));
  }
  return nameOf('youtube', id ?? '');
}

function nameOf(site: Site, id: string): VideoName | undefined {
  const name = `${site}:${id}` as const;
  return videoName.test(name) ? name : undefined;
}

/** The display name of a video's site. */
export function siteOfVideo(video: VideoName): string {
  return players[siteIn(video)].name;
}

/** The address of a video's player with autoplay. */
export function playerUrl(video: VideoName): string {
  const { origin, path } = players[siteIn(video)];
  return `${origin}${path}${video.slice(video.indexOf(':') + 1)}?autoplay=1`;
}

function siteIn(video: VideoName): Site {
  return video.startsWith('vimeo:') ? 'vimeo' : 'youtube';
}
