import { checkCaptionSize, MAX_CAPTION_BYTES, MAX_JSON3_BYTES } from './caption-limits'
import type { ParsedCues } from './cue'
import { decodeCaptions, decodeChunks } from './decode'
import { type CaptionFormat, detectCaptionFormat } from './detect-format'
import { parseAss } from './formats/ass'
import { parseLrc } from './formats/lrc'
import { parsePodcastHtml } from './formats/podcast-html'
import { parsePodcastJson } from './formats/podcast-json'
import { parseSrt } from './formats/srt'
import { parseTtml } from './formats/ttml'
import { parseWebvtt } from './formats/webvtt'
import { parseJson3, parseJson3Async } from './formats/youtube-json3'
import { parseSrv1, parseSrv3 } from './formats/youtube-srv'
import { unfenced } from './text/unfenced'

const PARSERS: Readonly<Record<CaptionFormat, (text: string) => ParsedCues>> = {
  webvtt: parseWebvtt,
  srt: parseSrt,
  json3: parseJson3,
  srv1: parseSrv1,
  srv3: parseSrv3,
  ttml: parseTtml,
  ass: parseAss,
  'podcast-json': parsePodcastJson,
  'podcast-html': parsePodcastHtml,
  lrc: parseLrc,
}

/** The format of a caption file, and what its parser returned. */
type ParsedFile = { format: CaptionFormat } & ParsedCues

/**
 * Parses a caption file of any format and charset: detects its format by content, and returns its cues in the order of the file
 * and how many were left out. Null when it is no caption file. Throws `file_too_large` for more than `MAX_CAPTION_BYTES`.
 */
export function parseCaptions(bytes: Uint8Array, charset?: string): ParsedFile | null {
  const text = unfenced(decodeCaptions(bytes, charset))
  const format = detectCaptionFormat(text)
  return format && { format, ...PARSERS[format](text) }
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
  if (format === 'json3') return { format, ...(await parseJson3Async(decodeChunks(bytes))) }
  checkCaptionSize(bytes.byteLength, MAX_CAPTION_BYTES)
  return parseCaptions(bytes, charset)
}
