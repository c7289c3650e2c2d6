import { withTextOwner } from '@/lib/archive/texts/text-owner'
import type { Actor } from '@/lib/core/actor'
import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { Problem } from '@/lib/core/problem/problem'
import { webRecording } from '@/lib/platforms/web/links'
import type { EpisodeMedia } from '@/lib/podcasts/episode-media'
import { recognise } from '@/lib/sources/recognise/recognise'
import { EPISODE_TIMEOUT_MS } from './inspect/inspect-source'
import { type Located, locatedEpisode } from './locate/locate-link'
import { locateSource } from './locate/locate-source'
import { findText, type Obtained, startSpeech } from './obtain-transcript'
import { type ParsedRequest, parseRequest } from './parse-request'
import { type TimeBudget, withTimeBudget } from './time-budget'

/** The item of an import: an episode by its feed, a video by its link, or the source of a request. */
type ImportedItem = ({ episode: EpisodeMedia } | { link: string } | { source: ParsedRequest['source'] }) & {
  /** As in a request: null where it names none. */
  lang: string | null
  strict: boolean
  allowPartial: boolean
  failures: number
  onlyWithCaptions: boolean
}

/** How an item of an import would be requested on its own. */
function sourceOf(item: ImportedItem): ParsedRequest['source'] {
  if ('source' in item) return item.source
  return { field: 'url', value: 'episode' in item ? item.episode.audioUrl : item.link }
}

/**
 * The recording that an item of an import is; null when finding it took too long. Throws `unsupported_source` for a link
 * that the rules took for one recording when it was listed and no longer do.
 */
async function locateItem(actor: Actor, item: ImportedItem, budget: TimeBudget): Promise<Located | null> {
  if ('episode' in item) return locatedEpisode(item.episode, item.failures)
  if ('source' in item) return budget.spend((left) => locateSource(actor, item.source, left))
  const found = recognise(item.link)
  // A list of another site names links of which nothing more is known.
  if (found.kind === 'link') return { kind: 'platform', ref: webRecording(found.url).ref, pageProblem: null }
  if (found.kind !== 'recording') throw new Problem('unsupported_source')
  return { kind: 'platform', ref: found.ref, pageProblem: null }
}

/**
 * Obtains the transcript of an item of an import, or the job that makes it. An import repeats failed requests: a failure that
 * is worth another attempt after `failures` earlier ones is thrown and not replaced by speech-to-text. Null where only items
 * with captions are wanted and this one has none.
 */
export async function obtainForImport(actor: Actor, item: ImportedItem, signal: AbortSignal): Promise<Obtained | null> {
  const { lang, strict, allowPartial, onlyWithCaptions } = item
  const { field, value } = sourceOf(item)
  const requested = {
    format: 'json',
    strict_lang: strict,
    allow_partial: allowPartial,
    diarize: 'auto' as const,
    ...(lang === null ? {} : { lang }),
  }
  const request = parseRequest({ url: '', upload: null, audio: null, [field]: value, ...requested })
  const obtain = () =>
    withTimeBudget(EPISODE_TIMEOUT_MS, signal, async (budget) => {
      const located = await locateItem(actor, item, budget)
      if (!located) throw new Problem('upstream_timeout')
      const asked = { actor, request, budget, forImport: { onlyWithCaptions }, needsWords: false }
      const found = await findText(asked, located)
      if (found.kind !== 'speech needed') return found
      if (!onlyWithCaptions) return startSpeech(asked, found)
      // The platform did not answer in time, so its captions are unknown.
      if (!found.speech.captionless) throw new Problem('upstream_timeout')
      return null
    })
  return withSlotOwner(userOwner(actor.userId), () => withTextOwner(actor.userId, obtain))
}
