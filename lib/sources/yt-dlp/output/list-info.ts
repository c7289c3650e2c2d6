import { z } from 'zod'
import { tidyText } from '@/lib/captions/text/tidy-text'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { webRecording } from '@/lib/platforms/web/links'
import type { ListItem, SourceList } from '../../lists/source-list'
import { recognise } from '../../recognise/recognise'
import type { ListLink } from '../../recognise/recognised'

const MAX_TITLE_LENGTH = 500

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)

const entrySchema = z.object({
  id: text,
  url: text,
  title: text,
  duration: z
    .number()
    .positive()
    .max(366 * 86_400)
    .nullish()
    .catch(null),
  timestamp: number,
})
type Entry = z.infer<typeof entrySchema>

const listSchema = z.object({
  _type: z.literal('playlist'),
  title: text,
  channel: text,
  uploader: text,
  playlist_count: z.int().nonnegative().nullish().catch(null),
  entries: z.array(entrySchema.nullable().catch(null)),
})

const oneRecordingSchema = z.object({ _type: z.literal('video') })

function notAList(): Problem {
  return new Problem('unsupported_source', {
    detail: 'This is one recording, not a list. Request its transcript instead.',
    context: { field: 'url' },
  })
}

const tidy = (raw: string | null | undefined) => tidyText((raw ?? '').slice(0, MAX_TITLE_LENGTH)) || null

/** The recording of the list's platform that an entry leads to; null for a list in the list, and for anything else. */
function recordingOf({ url }: Entry, { platform }: ListLink) {
  const link = parseUrl(url ?? '')
  if (!link) return null
  try {
    const found = recognise(link)
    if (platform === 'web' && found.kind === 'link') return webRecording(found.url).ref
    return found.kind === 'recording' && (platform === 'web' || found.ref.platform === platform) ? found.ref : null
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function toItem(entry: Entry, list: ListLink): ListItem | null {
  const ref = recordingOf(entry, list)
  if (!ref) return null
  return {
    // The ids of a video's parts and of a post's several videos are alike.
    id: ref.accessKey === '' ? ref.videoId : `${ref.videoId}/${ref.accessKey}`,
    title: tidy(entry.title) ?? ref.videoId,
    url: ref.accessKey === '' ? ref.url : ref.openUrl,
    publishedAt: entry.timestamp ? new Date(entry.timestamp * 1000) : null,
    durationMs: entry.duration ? Math.round(entry.duration * 1000) : null,
  }
}

/** The title of a list: a channel's name, not that of the page with its videos. */
function titleOf({ list }: ListLink, info: z.infer<typeof listSchema>): string | null {
  return (list === 'channel' ? tidy(info.channel) : null) ?? tidy(info.title)
}

/**
 * Parses the output of `yt-dlp --flat-playlist -J` for a list of which `upTo` items were requested. A recording that is
 * in it twice is taken once. Throws `unsupported_source` for one
 * recording, and a ZodError or SyntaxError for any other text.
 */
export function parseListInfo(json: string, list: ListLink, upTo: number): SourceList {
  const reported: unknown = JSON.parse(json)
  if (oneRecordingSchema.safeParse(reported).success) throw notAList()
  const info = listSchema.parse(reported)
  const items = new Map<string, ListItem>()
  for (const entry of info.entries) {
    const item = entry && toItem(entry, list)
    if (item && !items.has(item.id)) items.set(item.id, item)
  }
  const isWhole = info.entries.length < upTo
  return {
    platform: list.platform,
    list: list.list,
    url: list.url,
    title: titleOf(list, info),
    author: tidy(info.channel ?? info.uploader),
    items: [...items.values()],
    count: isWhole ? items.size : (info.playlist_count ?? null),
    isWhole,
  }
}
