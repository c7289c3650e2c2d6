import { Parser } from 'htmlparser2'
import type { Steps } from '@/lib/captions/run-steps'
import type { FoundElement } from './draft'
import { draftEpisode } from './draft-episode'
import { draftShow } from './draft-show'
import { type Episode, episodeKey, type Feed, MAX_EPISODES } from './feed'
import { feedEvents } from './feed-events'

const CHUNK_CHARACTERS = 16_384

/**
 * Reads an RSS, Atom or RDF feed in small steps. Nothing of a document type declaration is expanded or fetched, and what
 * is not well-formed is read as far as it goes. Gives null when it is no feed. Linear time.
 */
export function* xmlFeedSteps(texts: Iterable<string>, url: string): Steps<Feed | null> {
  const episodes = new Map<string, Episode>()
  const show: FoundElement[] = []
  const events = feedEvents(url, show, (draft, root) => {
    const episode = draftEpisode(draft, root)
    const key = episode && episodeKey(episode)
    if (key && !episodes.has(key)) episodes.set(key, episode)
  })
  const parser = new Parser(events.handler, { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
  const isOver = () => events.isOver() || episodes.size >= MAX_EPISODES
  for (const text of texts) {
    for (let start = 0; start < text.length && !isOver(); start += CHUNK_CHARACTERS) {
      parser.write(text.slice(start, start + CHUNK_CHARACTERS))
      yield
    }
  }
  parser.end()
  const root = events.root()
  return root === '' ? null : { ...draftShow(show, root, url), items: [...episodes.values()].slice(0, MAX_EPISODES) }
}
