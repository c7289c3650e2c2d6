import { saveLibraryItem } from '@/lib/archive/library-items/save-library-item'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { saveMedia } from '@/lib/archive/media/save-media'
import { indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { captionTranscript } from '@/lib/archive/transcripts/caption-transcript'
import { storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import type { Segment } from '@/lib/captions/cue'
import { db } from '@/lib/core/db/db'

type Kept = {
  videoId: string
  platform?: MediaRef['platform']
  accessKey?: string
  ownerId?: string | null
  url?: string
  title?: string | null
  lang?: string
  /** A segment of four seconds each. */
  lines?: readonly string[]
  totalMs?: number
  coveredMs?: number | null
}

const SEGMENT_MS = 4_000

/** Lines as segments, one after the other. */
export function segmentsOf(lines: readonly string[]): Segment[] {
  return lines.map((text, index) => ({ startMs: index * SEGMENT_MS, endMs: (index + 1) * SEGMENT_MS, text }))
}

/** Puts a transcript into a user's history, as captions come into it. Returns the entry's id and the transcript's. */
export async function storeTestTranscript(
  userId: string,
  { videoId, platform = 'youtube', lines = ['Hello.'], lang = 'en', ...kept }: Kept,
): Promise<{ libraryItemId: string; transcriptId: string; mediaId: string }> {
  const { accessKey = '', ownerId = null, title = null, totalMs = null, coveredMs = null } = kept
  const url = kept.url ?? `https://www.youtube.com/watch?v=${videoId}`
  const ref: MediaRef = { platform, videoId, accessKey, url, openUrl: url, ownerId, title }
  const media = await saveMedia(ref, { kind: 'video', title })
  const found = {
    segments: segmentsOf(lines),
    lang,
    source: 'captions',
    original: true,
    availableLangs: [lang],
  } as const
  const key = { mediaId: media.id, requestedLang: lang }
  const transcript = captionTranscript(key, { ...found, availableLangs: [lang], warnings: [] }, totalMs)
  const stored = await storeTranscript(db(), transcript)
  const libraryItem = await saveLibraryItem(db(), { userId, ...key }, { transcriptId: stored.id, coveredMs })
  if (coveredMs !== null) await indexStoredPart(db(), stored, { libraryItemId: libraryItem.id, coveredMs })
  return { libraryItemId: libraryItem.id, transcriptId: stored.id, mediaId: media.id }
}
