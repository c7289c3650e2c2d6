import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import type { Platform } from '@/lib/platforms/platforms'
import { notOneOfList } from '@/lib/sources/recognise/list-link'
import { type NamedSource, recogniseSource } from '@/lib/transcripts/locate/locate-source'
import { type ParsedRequest, parseRequest } from '@/lib/transcripts/parse-request'
import { findUpload } from '@/lib/uploads/find-upload'
import type { BatchItemRequest, BatchRequest, RefusedBatchItem } from './contract'

/** The media of an item, as far as its link alone identifies it. */
export type ItemMedia = { platform: Platform; videoId: string; accessKey: string }

/** An item of a batch that can be worked on. */
export type ParsedItem = {
  index: number
  customId: string | null
  source: ParsedRequest['source']
  /** The language as it is stored: null where the item names none. */
  lang: string | null
  requestedLang: string
  format: string | null
  uploadId: string | null
  media: ItemMedia | null
  /** The platform of a link that has to be opened for the rest. */
  platform: Platform | null
  /** The host of its server; uploads have one for each user. */
  host: string
  /** Items with the same work have the same key. */
  work: string
}

/** The items that are parsed before other requests get their turn. */
const ITEMS_AT_ONCE = 20

export type ParsedItems = { items: ParsedItem[]; errors: RefusedBatchItem[] }

const textOf = (value: string | null | undefined) => value?.trim() ?? ''

/** The media that an item's link names by its text alone; for an upload, its id. Throws for a link to no recording. */
function identifyMedia(
  named: NamedSource,
  userId: string,
): Pick<ParsedItem, 'media' | 'platform' | 'host' | 'uploadId'> {
  switch (named.kind) {
    case 'upload': {
      const videoId = named.uploadId ?? ''
      const media = { platform: 'upload', videoId, accessKey: '' } as const
      // Uploads are on no server: each user's are limited for themselves.
      return { media, platform: 'upload', host: `uploads of ${userId}`, uploadId: videoId }
    }
    case 'recording':
    case 'audio': {
      const { platform, videoId, accessKey, openUrl, url } = named.ref
      const host = new URL(openUrl ?? url).hostname
      return { media: { platform, videoId, accessKey }, platform, host, uploadId: null }
    }
    case 'list':
      throw notOneOfList(named)
    case 'short':
    case 'page':
    case 'podcast': {
      const platform = named.kind === 'podcast' ? 'podcast' : named.platform
      return { media: null, platform, host: new URL(named.url).hostname, uploadId: null }
    }
    case 'link':
      return { ...identifyMedia(recogniseSource({ field: 'audio', value: named.url.href }), userId), platform: null }
  }
}

/** The work of an item by its text: which recording, in which language. */
function workOf({ media, source }: Pick<ParsedItem, 'media' | 'source'>, lang: string | null): string {
  const identity = media ? [media.platform, media.videoId, media.accessKey] : [source.field, source.value]
  return createHash('sha256')
    .update(JSON.stringify([...identity, lang]))
    .digest('base64url')
}

function parseItem(item: BatchItemRequest, index: number, options: BatchOptions, userId: string): ParsedItem {
  const { lang, format } = item
  const request = parseRequest({
    url: textOf(item.url),
    audio: textOf(item.audio) || null,
    upload: textOf(item.upload) || null,
    ...(lang === undefined ? {} : { lang }),
    format: format ?? 'json',
    diarize: 'auto',
    ...options,
  })
  const { source, requestedLang } = request
  const identity = identifyMedia(recogniseSource(source), userId)
  const own = { index, customId: item.custom_id ?? null, source, ...identity, requestedLang }
  const storedLang = lang === undefined ? null : requestedLang
  const storedFormat = format === undefined ? null : request.format
  return { ...own, lang: storedLang, format: storedFormat, work: workOf({ ...identity, source }, storedLang) }
}

type BatchOptions = Pick<BatchRequest, 'allow_partial' | 'strict_lang'>

/** Why uploads can't be used, by their ids: those that are not the caller's, or have no file. */
async function findUnusable(actor: Actor, uploadIds: readonly string[]): Promise<Map<string, Problem>> {
  const ids = [...new Set(uploadIds)]
  const where = { id: { in: ids.filter(Boolean) }, userId: actor.userId, state: 'stored' as const }
  const stored = new Set((await db().upload.findMany({ where, select: { id: true } })).map(({ id }) => id))
  const unusable = new Map<string, Problem>()
  for (const id of ids.filter((one) => !stored.has(one))) {
    try {
      await findUpload(actor, id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      unusable.set(id, error)
    }
  }
  return unusable
}

/**
 * Parses the items of a batch one by one, by their text and the caller's uploads: nothing is opened. An item with a
 * problem is refused with it, and keeps no other from being worked on.
 */
export async function parseItems(actor: Actor, { items, ...options }: BatchRequest): Promise<ParsedItems> {
  const errors: RefusedBatchItem[] = []
  const refuse = (index: number, problem: Problem) => {
    const customId = items[index]?.custom_id ?? null
    errors.push({ index, custom_id: customId, problem: toProblemBody(problem) })
  }
  const parsed: ParsedItem[] = []
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_AT_ONCE === 0) await nextTurn()
    try {
      parsed.push(parseItem(item, index, options, actor.userId))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refuse(index, error)
    }
  }
  const unusable = await findUnusable(
    actor,
    parsed.flatMap(({ uploadId }) => uploadId ?? []),
  )
  const usable = parsed.filter(({ index, uploadId }) => {
    const problem = uploadId === null ? undefined : unusable.get(uploadId)
    if (problem) refuse(index, problem)
    return !problem
  })
  return { items: usable, errors: errors.sort((a, b) => a.index - b.index) }
}
