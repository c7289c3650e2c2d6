import { isRecord } from '../is-record'

/** A `<video>` or `<audio>` of a page. */
export type PlayerFacts = {
  /** Its place among the page's players. */
  index: number
  /** The source of the player. Empty, or a `blob:` URL, where scripts feed it. */
  src: string
  /** How large it is shown, in square pixels. */
  area: number
  hasCaptions: boolean
}

/** The facts of a page for the panel. They stay in the browser. */
export type PageFacts = {
  url: string
  title: string
  players: PlayerFacts[]
  /** The addresses of the page's frames. */
  frames: string[]
  /** Links to files, and enclosures. */
  files: string[]
}

/** Captions as a page has them, in a format that the server reads. */
export type Captions = { text: string; extension: 'vtt' | 'json' }

const isText = (value: unknown): value is string => typeof value === 'string'

function isPlayer(value: unknown): value is PlayerFacts {
  if (!isRecord(value)) return false
  const { index, src, area, hasCaptions } = value
  return typeof index === 'number' && isText(src) && typeof area === 'number' && typeof hasCaptions === 'boolean'
}

/** Facts as they arrive from a page's script; null for anything else. */
export function parseFacts(value: unknown): PageFacts | null {
  if (!isRecord(value)) return null
  const { url, title, players, frames, files } = value
  if (!isText(url) || !isText(title)) return null
  if (!Array.isArray(players) || !Array.isArray(frames) || !Array.isArray(files)) return null
  return {
    url,
    title,
    players: players.filter(isPlayer),
    frames: frames.filter(isText),
    files: files.filter(isText),
  }
}

export function parseCaptions(value: unknown): Captions | null {
  if (!isRecord(value) || !isText(value.text) || value.text.trim() === '') return null
  return value.extension === 'vtt' || value.extension === 'json'
    ? { text: value.text, extension: value.extension }
    : null
}
