import { mapSteps, runInSlices } from '@/lib/captions/parsing/steps'
import { credentialsFor } from '@/lib/net/link-credentials'
import type { Episode, Feed } from '../feed'

/**
 * A feed whose recordings, transcripts and pages at the origin of its link open by the credentials that are sealed in it; as it is
 * where the link has none. No hub is asked about such a feed: the topic would show it.
 */
export async function inheritCredentials(feed: Feed, link: string): Promise<Feed> {
  const inherit = credentialsFor(link)
  if (!inherit) return feed
  const toOpen = (episode: Episode): Episode => ({
    ...episode,
    audioUrl: inherit(episode.audioUrl),
    transcripts: episode.transcripts.map((transcript) => ({ ...transcript, url: inherit(transcript.url) })),
  })
  const { hub: _, nextPageUrl, movedTo, ...rest } = feed
  return {
    ...rest,
    items: await runInSlices(mapSteps(feed.items, toOpen)),
    nextPageUrl: nextPageUrl && inherit(nextPageUrl),
    movedTo: movedTo && inherit(movedTo),
  }
}
