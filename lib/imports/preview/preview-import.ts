import { formatShortClock } from '@/lib/captions/clock'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { rememberEpisodes } from '@/lib/transcripts/locate/resolved-episodes'
import { parseLang } from '@/lib/transcripts/parse-request'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { chooseItems, countMissingIds, takeMaximum } from '../choice/choose-items'
import { countCost } from '../choice/count-cost'
import type { ImportRequest } from '../contract'
import { missingNote } from '../import-note'
import { ANSWER_BUDGET_MS } from '../show/find-podcast'
import { findImportSource, findKnownItems, type SourceItem } from '../source/find-import-source'
import { toChoosable } from '../source/list-items'
import { toStoredLink } from '../source/stored-link'
import { type ImportPreview, MAX_SHOWN, type PreviewItem } from './contract'

const lengthOf = ({ durationMs }: SourceItem) => (durationMs === null ? null : durationMs / 1000)

function toPreviewItem(item: SourceItem, position: number): Omit<PreviewItem, 'chosen' | 'already_transcribed'> {
  const { guid, title, audioUrl, publishedAt, durationMs, hasCaptions } = item
  return {
    guid,
    title,
    audio_url: withoutCredentials(audioUrl),
    published: publishedAt?.toISOString() ?? null,
    duration: durationMs === null ? null : formatShortClock(durationMs),
    duration_seconds: lengthOf(item),
    has_captions: hasCaptions,
    position: position + 1,
  }
}

/**
 * The items that an import would take and skip now, and its cost. Free of charge and without side effects.
 * Throws what `findImportSource` throws, naming the field of the request, and `invalid_language`.
 */
export async function previewImport(
  actor: Actor,
  { url, lang, ...choice }: ImportRequest,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const requestedLang = lang === undefined ? null : parseLang(lang)
  const source = await withFieldContext('url', url, async () =>
    findImportSource(await toStoredLink(actor, url), choice, { signal, budgetMs: ANSWER_BUDGET_MS }),
  )
  await rememberEpisodes(
    actor,
    source.items.flatMap(({ episode }) => episode ?? []),
  )
  const libraryItemOf = await findKnownItems(db(), { userId: actor.userId, lang: requestedLang }, source)
  const isKnown = ({ item }: { item: SourceItem }) => libraryItemOf(item) !== null
  const taken = takeMaximum(chooseItems(source.items.map(toChoosable), choice), choice, isKnown)
  const fresh = taken.filter((one) => !isKnown(one) && one.item.refusal === null)
  const { remainingSeconds: remaining } = await remainingSeconds(db(), actor)
  const cost = countCost(
    fresh.map(({ item }) => lengthOf(item)),
    remaining,
  )
  const chosen = new Set(taken.map(({ position }) => position))
  return {
    kind: source.kind,
    platform: source.platform,
    url: withoutCredentials(source.url),
    title: source.title,
    count: source.count,
    is_whole: source.isWhole,
    chosen: taken.length,
    already_transcribed: taken.filter(isKnown).length,
    cost: { items: cost.items, seconds: cost.seconds, unknown: cost.unknown },
    allowance: { remaining_seconds: remaining, reached: cost.reached },
    note: missingNote(source.platform, source.isWhole ? countMissingIds(source.items, choice) : 0),
    items: source.items.slice(0, MAX_SHOWN).map((item, position) => ({
      ...toPreviewItem(item, position),
      chosen: chosen.has(position),
      already_transcribed: libraryItemOf(item) !== null,
    })),
  }
}
