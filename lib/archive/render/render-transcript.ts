import { INLINE_SUBTITLE_BYTES, INLINE_TEXT_BYTES } from '@/lib/archive/texts/text-limits'
import { type DownloadFormat, isBinary, SUBTITLE_FORMATS } from '@/lib/captions/document-files'
import { renderJson, withoutSpeaker } from '@/lib/captions/formats/json/json'
import { lacksWords } from '@/lib/captions/missing-words'
import type { Speaker } from '@/lib/captions/speakers'
import { requestedLanguage } from '@/lib/captions/tracks/track-ids'
import { jsonFormat, type RenderOptions, type Transcript } from '@/lib/captions/transcript'
import type { Warning } from '@/lib/captions/warning'
import type * as rows from '@/lib/core/generated/prisma/client'
import { knownPlatform } from '@/lib/platforms/platforms'
import { unpackSpeakers, withinPart } from '../transcripts/stored-segments'
import { isLongerThan, loadSegments, type StoredTranscript, versionOf } from '../transcripts/stored-transcript'
import { languageWarnings } from './language-warnings'
import { renderContent } from './render-content'
import { renderedText } from './rendered-texts'

/** The speakers of a transcript, as far as a reader wants to know them. */
function shownSpeakers({ speakers }: StoredTranscript, options: RenderOptions = {}): Speaker[] {
  return options.speakers === false ? [] : unpackSpeakers(speakers)
}

type Body = Pick<Transcript, 'text' | 'segments' | 'content' | 'document'>

/** Whether a worker process renders a text. Subtitles may be laid out anew, word by word. */
function isRenderedElsewhere(format: DownloadFormat, transcript: StoredTranscript): boolean {
  return isLongerThan(transcript, SUBTITLE_FORMATS.includes(format) ? INLINE_SUBTITLE_BYTES : INLINE_TEXT_BYTES)
}

/** The text; of a large one, of long subtitles, and for a binary document, the description by which a worker process renders it. */
async function renderBody(
  transcript: StoredTranscript,
  media: rows.Media,
  { format, options = {}, coveredMs, reader }: Omit<TranscriptView, 'coveredMs'> & { coveredMs: number },
): Promise<Body> {
  const isPart = coveredMs < transcript.coveredMs
  const speakers = shownSpeakers(transcript, options)
  const { lang } = transcript
  const facts = { lang, title: media.title, url: media.url, platform: knownPlatform(media.platform), speakers, options }
  if (isBinary(format) || isRenderedElsewhere(format, transcript)) {
    const part = { coveredMs: isPart ? coveredMs : null }
    return { document: { ...versionOf(transcript), ...facts, ...part, format, reader } }
  }
  if (format === 'json' && !isPart) return renderedText(transcript, options)
  const stored = await loadSegments(transcript)
  const all = options.speakers === false ? stored.map(withoutSpeaker) : stored
  const segments = withinPart(all, isPart ? coveredMs : null)
  if (format === 'json') return renderJson(segments, { lang: lang ?? undefined, words: options.words !== false })
  return { content: renderContent(segments, format, facts) }
}

function partialWarning(coveredMs: number, totalMs: number): Warning {
  const minutes = (ms: number, whole: (minutes: number) => number) =>
    ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : `${whole(ms / 60_000)} min`
  const [first, all] = [minutes(coveredMs, Math.floor), minutes(totalMs, Math.ceil)]
  return {
    code: 'partial',
    detail: `This is the first ${first} of ${all}. Request it again when you have more minutes, and Verbatim transcribes the rest.`,
  }
}

/**
 * How a transcript is rendered for a reader. `reader` is a user's id, or `public`; readers of large texts get slots in
 * fair order.
 */
export type TranscriptView = {
  /** The caller's library item. */
  libraryItemId: string
  /** The requested language or track, of this call or of the one that made the item. */
  requestedLang: string
  format: DownloadFormat
  /** Whether it was stored before this call. */
  cached: boolean
  coveredMs: number | null
  reader: string
  options?: RenderOptions
  /** Returns only the metadata, without reading the text. */
  withoutText?: boolean
}

/**
 * A stored transcript as the API shows it, rendered in one format; a text that is too large for memory has a `document`
 * in its place. Throws `service_unavailable` when it has just been replaced.
 */
export async function renderTranscript(
  transcript: StoredTranscript,
  media: rows.Media,
  view: TranscriptView,
): Promise<Transcript> {
  const coveredMs = Math.min(view.coveredMs ?? transcript.coveredMs, transcript.coveredMs)
  const speakers = shownSpeakers(transcript, view.options)
  const isPart = !transcript.complete || coveredMs < transcript.coveredMs
  const ownWarnings = transcript.warnings as unknown as Warning[]
  const requestedLang = requestedLanguage(view.requestedLang)
  const warnings = [...languageWarnings(requestedLang, transcript), ...ownWarnings]
  return {
    id: view.libraryItemId,
    video_id: media.videoId,
    platform: knownPlatform(media.platform),
    source: transcript.source,
    engine: transcript.engineName ? { name: transcript.engineName, model: transcript.engineModel ?? '' } : null,
    url: media.url,
    title: media.title,
    author: media.author,
    thumbnail_url: media.thumbnailUrl,
    published_at: media.publishedAt?.toISOString() ?? null,
    lang: transcript.lang,
    requested_lang: requestedLang,
    available_langs: transcript.availableLangs,
    duration_seconds: Math.ceil(coveredMs / 1000),
    total_seconds: Math.ceil(transcript.totalMs / 1000),
    complete: !isPart && !lacksWords({ warnings: ownWarnings }),
    format: jsonFormat(view.format),
    ...(view.withoutText ? {} : await renderBody(transcript, media, { ...view, coveredMs })),
    ...(speakers.length > 0 && { speakers }),
    warnings:
      isPart && coveredMs < transcript.totalMs
        ? [...warnings, partialWarning(coveredMs, transcript.totalMs)]
        : warnings,
    cached: view.cached,
    created_at: transcript.createdAt.toISOString(),
  }
}
