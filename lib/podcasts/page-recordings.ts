import { endsAsFile } from '@/lib/sources/recognise/find-link'
import { type KnownLink, knownLink } from '@/lib/sources/recognise/recognise-target'
import type { PodcastTarget } from './feed'
import { recordingKey } from './match-episode'
import type { Page } from './parse/page'

/** A page with more of them is a list, and names the first. */
const MOST_NAMED = 20

type PageRecording = { url: string; target: PodcastTarget }

/** The identity of a recording: a player and a link of the same video have the same. */
function keyOf(found: KnownLink): string | null {
  if (found.kind === 'recording') return `${found.ref.platform} ${found.ref.videoId}`
  return found.kind === 'list' ? found.url : null
}

function distinct(files: readonly string[], players: readonly string[]): PageRecording[] {
  const recordings = new Map<string, PageRecording>()
  const add = (key: string, recording: PageRecording) => {
    if (!recordings.has(key)) recordings.set(key, recording)
  }
  const addFile = (url: string) => add(recordingKey(url, true), { url, target: { kind: 'audio', audioUrl: url } })
  for (const url of players) {
    const found = knownLink(new URL(url))
    const key = found && keyOf(found)
    if (found && key)
      add(key, { url: found.kind === 'recording' ? found.ref.url : url, target: { kind: 'elsewhere', found } })
    else if (endsAsFile(new URL(url).pathname)) addFile(url)
  }
  for (const url of files) addFile(url)
  return [...recordings.values()]
}

/** The recordings that a page is about: those that its metadata states, else all that it plays. A stated file comes before a stated player. */
export function recordingsOf(page: Page): PageRecording[] {
  const stated = [distinct(page.statedAudioUrls, []), distinct([], page.statedPlayerUrls)].find(
    ({ length }) => length === 1,
  )
  return stated ?? distinct(page.audioUrls, page.playerUrls)
}

/** The only recording of a page, or all of several; null where it has none. */
export function recordingOnPage(page: Page): PodcastTarget | null {
  const recordings = recordingsOf(page)
  const [first] = recordings
  if (recordings.length <= 1) return first?.target ?? null
  return { kind: 'several', urls: recordings.slice(0, MOST_NAMED).map(({ url }) => url) }
}
