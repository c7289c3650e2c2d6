import { createHash } from 'node:crypto'
import { Problem } from '@/lib/core/problem/problem'
import type { Episode } from '@/lib/podcasts/feed'

/** The cursor of the page after an episode. It names the episode and not its place, so that a new episode shifts nothing. */
export function formatEpisodeCursor(guid: string): string {
  return createHash('sha256').update(guid).digest('base64url')
}

/** The episodes after the one that a cursor names; all of them without one. Throws `not_found` when it is not there. */
export function episodesFrom(episodes: readonly Episode[], cursor: string | undefined): readonly Episode[] {
  if (!cursor) return episodes
  const at = episodes.findIndex(({ guid }) => formatEpisodeCursor(guid) === cursor.trim())
  if (at >= 0) return episodes.slice(at + 1)
  throw new Problem('not_found', {
    detail: 'This cursor is outdated. Request the feed again without a cursor.',
  })
}
