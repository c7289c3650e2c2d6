import type { PageFacts, PlayerFacts } from './page-facts'

const FILE = /\.(?:mp3|m4a|m4b|aac|wav|flac|ogg|oga|opus|mp4|m4v|mov|webm|mkv)$/i
/** The most files that are offered of a page. */
const MAX_FILES = 50

/** The players of a page, in the order that their places count. */
export function listPlayers(): HTMLMediaElement[] {
  return [...document.querySelectorAll<HTMLMediaElement>('video, audio')]
}

function isCaptionTrack({ kind }: TextTrack): boolean {
  return kind === 'captions' || kind === 'subtitles'
}

/** The caption tracks of a player: of its `<track>` elements, and those that scripts have added. */
export function captionTracksOf(player: HTMLMediaElement): TextTrack[] {
  return [...player.textTracks].filter(isCaptionTrack)
}

function describePlayer(player: HTMLMediaElement, index: number): PlayerFacts {
  const { width, height } = player.getBoundingClientRect()
  const src = player.currentSrc || player.src || player.querySelector('source')?.src || ''
  return {
    index,
    // A whole recording may stand in a `data:` URL. It is no link, and long.
    src: src.startsWith('data:') ? '' : src,
    area: width * height,
    hasCaptions: captionTracksOf(player).length > 0,
  }
}

function isFile(url: string): boolean {
  return URL.canParse(url) && FILE.test(new URL(url).pathname)
}

/** Reads a page's recordings from its elements, not from its text. */
export function readPage(): PageFacts {
  const enclosures = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="enclosure"]')].map(({ href }) => href)
  const anchors = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
  const linked = anchors.filter(({ href, rel }) => rel.split(' ').includes('enclosure') || isFile(href))
  return {
    url: location.href,
    title: document.title.trim(),
    players: listPlayers().map(describePlayer),
    frames: [...document.querySelectorAll('iframe')].map(({ src }) => src).filter((src) => src !== ''),
    files: [...enclosures, ...linked.map(({ href }) => href)].slice(0, MAX_FILES),
  }
}
