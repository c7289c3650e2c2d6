import { MAX_CAPTION_BYTES, MAX_JSON3_BYTES } from '@/lib/captions/caption-bounds'
import { checkCaptionSize } from '@/lib/captions/check-caption-size'
import type { Cue } from '@/lib/captions/cue'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import { decodeChunks } from '@/lib/captions/decode-chunks'
import { parseCaptions } from '@/lib/captions/parse-captions'
import { parseJson3Async } from '@/lib/captions/parse-json3-async'
import { type CaptionFormat, sniffCaptions } from '@/lib/captions/sniff-captions'

const LARGE_BYTES = 524_288
const HEAD_BYTES = 131_072

/**
 * Reads a caption file as `parseCaptions` does, json3 without holding up the event loop and up to `MAX_JSON3_BYTES`: it is
 * the one format that grows large. Null when it is no caption file. Throws `file_too_large` beyond the bounds.
 */
export async function parseCaptionsAsync(
  bytes: Uint8Array,
  charset?: string,
): Promise<{ format: CaptionFormat; cues: Cue[]; dropped: number } | null> {
  checkCaptionSize(bytes.byteLength, MAX_JSON3_BYTES)
  if (bytes.byteLength <= LARGE_BYTES) return parseCaptions(bytes, charset)
  const format = sniffCaptions(decodeCaptions(bytes.subarray(0, HEAD_BYTES), charset))
  if (format === 'json3') return { format, ...(await parseJson3Async(decodeChunks(bytes))) }
  checkCaptionSize(bytes.byteLength, MAX_CAPTION_BYTES)
  return parseCaptions(bytes, charset)
}
