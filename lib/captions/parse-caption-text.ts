import { formatClock } from './clock'
import type { ParsedCues, Segment } from './cue'
import { decodeCaptions } from './decode'
import { detectCaptionFormat } from './detect-format'
import { parseHlsCues } from './formats/webvtt/hls-webvtt'
import type { CaptionText } from './found-captions'
import { canonicalLanguage } from './language/canonical-language'
import { type EncodingHints, findCharset } from './language/find-charset'
import { toTranscriptSegments } from './layout/segments'
import { parseCaptionsAsync } from './parse'
import type { Warning } from './warning'

/** The bytes of a caption file, or the chunks of an HLS caption track in their order. */
type Captions = (EncodingHints & { bytes: Uint8Array }) | { hlsChunks: readonly Uint8Array[] }

/** The warning about captions that were left out: how many, and where to look in the file. */
function damageWarnings({ dropped, droppedAfterMs }: ParsedCues): Warning[] {
  if (dropped === 0) return []
  const place = droppedAfterMs === undefined ? 'the first' : `after the one at ${formatClock(droppedAfterMs, '.')}`
  const detail =
    dropped === 1
      ? `1 caption could not be read, so its words are missing. It is ${place} in the caption file.`
      : `${dropped} captions could not be read, so their words are missing. The first is ${place} in the caption file.`
  return [{ code: 'captions_damaged', detail }]
}

const EMPTY: Warning = { code: 'captions_empty', detail: 'This caption file is valid, but it has no text.' }

/** The warning about a charset that was guessed. */
function guessWarning(charset: string): Warning {
  const detail = `This file does not state its character encoding and was read as ${charset}, which may be wrong. If letters look wrong, send lang with its language, or save the file as UTF-8 and send it again.`
  return { code: 'charset_guessed', detail }
}

/** The warnings about a caption file: what is lost or assumed, that it has no text, or that its charset is not certain. */
function fileWarnings(parsed: ParsedCues, hasText: boolean, found: { charset: string; certain: boolean }): Warning[] {
  const damage = damageWarnings(parsed)
  if (!hasText) return damage.length > 0 ? damage : [EMPTY]
  const warnings = [...damage, ...(parsed.warnings ?? [])]
  return found.certain ? warnings : [...warnings, guessWarning(found.charset)]
}

/** Parses captions into the segments of a transcript. Throws `file_too_large` as `parseCaptionsAsync` does. */
export async function parseCaptionText(captions: Captions): Promise<CaptionText & { segments: Segment[] }> {
  if ('hlsChunks' in captions) {
    const byteCount = captions.hlsChunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const parsed = parseHlsCues(captions.hlsChunks)
    const segments = toTranscriptSegments(parsed.cues)
    const isWebvtt = captions.hlsChunks.some((bytes) => detectCaptionFormat(decodeCaptions(bytes)) === 'vtt')
    return { segments, format: isWebvtt ? 'vtt' : null, byteCount, warnings: damageWarnings(parsed) }
  }
  const { bytes } = captions
  const found = await findCharset(bytes, captions)
  const parsed = await parseCaptionsAsync(bytes, found.charset)
  const segments = toTranscriptSegments(parsed?.cues ?? [])
  const warnings = parsed ? fileWarnings(parsed, segments.length > 0, found) : []
  const lang = canonicalLanguage(parsed?.lang)
  return {
    segments,
    format: parsed?.format ?? null,
    byteCount: bytes.byteLength,
    warnings,
    ...(lang !== null && { lang }),
  }
}
