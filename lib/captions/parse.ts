import { checkCaptionSize, MAX_CAPTION_BYTES, MAX_JSON3_BYTES } from './caption-limits'
import type { ParsedCues } from './cue'
import { decodeCaptions, decodeChunks } from './decode'
import { detectCaptionFormat } from './detect-format'
import { type CaptionFormat, readFormat } from './formats/formats'
import { unfenced } from './text/unfenced'

/** The format of a caption file, and what its parser returned. */
type ParsedFile = { format: CaptionFormat } & ParsedCues

/**
 * Parses a caption file of any format and charset: detects its format by content, and returns its cues in the order of the file
 * and how many were left out. Null when it is no caption file. Throws `file_too_large` for more than `MAX_CAPTION_BYTES`.
 */
export function parseCaptions(bytes: Uint8Array, charset?: string): ParsedFile | null {
  const text = unfenced(decodeCaptions(bytes, charset))
  const format = detectCaptionFormat(text)
  return format && { format, ...readFormat(format).parse(text) }
}

const LARGE_BYTES = 524_288
const HEAD_BYTES = 131_072

/**
 * Parses a caption file as `parseCaptions` does. json3, the one format that grows large, is parsed without blocking the event loop
 * and may have up to `MAX_JSON3_BYTES`. Null when it is no caption file. Throws `file_too_large` for a larger file.
 */
export async function parseCaptionsAsync(bytes: Uint8Array, charset?: string): Promise<ParsedFile | null> {
  checkCaptionSize(bytes.byteLength, MAX_JSON3_BYTES)
  if (bytes.byteLength <= LARGE_BYTES) return parseCaptions(bytes, charset)
  const format = detectCaptionFormat(decodeCaptions(bytes.subarray(0, HEAD_BYTES), charset))
  const parseChunks = format && readFormat(format).parseChunks
  if (parseChunks) return { format, ...(await parseChunks(decodeChunks(bytes))) }
  checkCaptionSize(bytes.byteLength, MAX_CAPTION_BYTES)
  return parseCaptions(bytes, charset)
}
