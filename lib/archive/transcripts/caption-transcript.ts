import { formatShortClock } from '@/lib/captions/clock'
import { type FoundCaptions, textEndMs } from '@/lib/captions/found-captions'
import { Problem } from '@/lib/core/problem/problem'
import { CAPTION_ORIGIN, isOfRecording } from './recording-origin'
import type { NewTranscript } from './store-transcript'

/** The largest time in milliseconds that an integer column holds: 24 days. */
const MAX_MS = 2 ** 31 - 1

/** The end of a text. Throws `media_too_long` for times that no recording has: most likely a mistake in the file. */
function checkedEndMs(endMs: number): number {
  if (endMs <= MAX_MS) return endMs
  const [last, most] = [formatShortClock(endMs), formatShortClock(MAX_MS)]
  throw new Problem('media_too_long', {
    detail: `These captions end at ${last}, beyond the limit of ${most}. Correct their times, then try again.`,
    context: { seconds: Math.ceil(endMs / 1000), max_seconds: Math.floor(MAX_MS / 1000) },
  })
}

/**
 * A transcript made of captions. `durationMs` is the length of the recording; if unknown, the text's own end counts. A
 * text that a feed offers is as long as its text, since the length is then hearsay. Throws `media_too_long` for times
 * beyond what can be stored.
 */
export function captionTranscript(
  key: { mediaId: string; requestedLang: string; origin?: string },
  captions: FoundCaptions,
  durationMs: number | null,
): NewTranscript {
  const { segments, warnings, lang, source, original, availableLangs } = captions
  const { origin = '' } = key
  const textMs = checkedEndMs(textEndMs(segments))
  const isMeasured = isOfRecording(origin) || origin.startsWith(CAPTION_ORIGIN)
  const totalMs = Math.max(durationMs ?? 0, textMs)
  return {
    mediaId: key.mediaId,
    requestedLang: key.requestedLang,
    origin,
    lang,
    source,
    engine: null,
    langSpecified: false,
    original,
    availableLangs,
    segments,
    coveredMs: isMeasured ? totalMs : textMs,
    totalMs,
    complete: true,
    warnings,
  }
}
