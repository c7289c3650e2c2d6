import type { Segment } from './cue'
import { parseHlsCues } from './formats/webvtt'
import type { CaptionText } from './found-captions'
import { toTranscriptSegments } from './layout/segments'
import { parseCaptionsAsync } from './parse'

/** The bytes of a caption file, or the chunks of an HLS caption track in their order. */
type Captions = { bytes: Uint8Array; charset?: string | undefined } | { hlsChunks: readonly Uint8Array[] }

/** Parses captions into the segments of a transcript. Throws `file_too_large` as `parseCaptionsAsync` does. */
export async function parseCaptionText(captions: Captions): Promise<CaptionText & { segments: Segment[] }> {
  if ('hlsChunks' in captions) {
    const byteCount = captions.hlsChunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const segments = toTranscriptSegments(parseHlsCues(captions.hlsChunks))
    return { segments, format: 'webvtt', byteCount, warnings: [] }
  }
  const { bytes, charset } = captions
  const parsed = await parseCaptionsAsync(bytes, charset)
  const segments = toTranscriptSegments(parsed?.cues ?? [])
  return { segments, format: parsed?.format ?? null, byteCount: bytes.byteLength, warnings: [] }
}
