import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { countCost } from '../choice/count-cost'
import type { BatchPreview, BatchRequest, PreviewedItem } from './contract'
import { findKnownMedia, type KnownMedia } from './known-media-table'
import { type ParsedItem, parseItems } from './parse-items'

/** The index of the first item with the same work, by the key of the work. */
function firstOfWork(items: readonly ParsedItem[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const { work, index } of items) if (!first.has(work)) first.set(work, index)
  return first
}

function toPreviewed(item: ParsedItem, first: number, known: KnownMedia | undefined): PreviewedItem {
  const { index, customId, platform } = item
  const durationMs = known?.durationMs ?? null
  const isFree = first !== index || known?.isOwn === true
  const length = durationMs === null ? null : Math.ceil(durationMs / 1000)
  return {
    index,
    custom_id: customId,
    platform,
    title: known?.title ?? null,
    duration_seconds: durationMs === null ? null : durationMs / 1000,
    seconds: isFree ? 0 : length,
    already_transcribed: known?.isOwn ?? false,
    duplicate_of: first === index ? null : first,
  }
}

/**
 * The cost of a batch as far as it is known: its links are not opened. Free of charge and without
 * side effects.
 */
export async function previewBatch(actor: Actor, request: BatchRequest): Promise<BatchPreview> {
  const { items, errors } = await parseItems(actor, request)
  const identified = items.flatMap(({ index, media, requestedLang: lang }) =>
    media ? [{ index, ...media, lang }] : [],
  )
  const known = await findKnownMedia(actor.userId, identified)
  const first = firstOfWork(items)
  const previewed = items.map((item) => toPreviewed(item, first.get(item.work) ?? item.index, known.get(item.index)))
  const fresh = previewed.filter((one) => !one.already_transcribed && one.duplicate_of === null)
  const { remainingSeconds: remaining } = await remainingSeconds(db(), actor)
  const {
    items: count,
    seconds,
    unknown,
    reached,
  } = countCost(
    fresh.map((one) => one.seconds),
    remaining,
  )
  return {
    dry_run: true,
    items: previewed,
    errors,
    cost: { items: count, seconds, unknown },
    allowance: { remaining_seconds: remaining, reached },
  }
}
