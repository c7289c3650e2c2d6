import type { Cue } from '@/lib/captions/cue'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import { parseSrt } from '@/lib/captions/parse-srt'
import { parseWebvtt } from '@/lib/captions/parse-webvtt'
import { type CaptionFormat, sniffCaptions } from '@/lib/captions/sniff-captions'

const PARSERS = { webvtt: parseWebvtt, srt: parseSrt }

/**
 * Reads a caption file of any format and charset: its format by content, its cues in the order of the file, and how
 * many were left out. Null when it is no caption file. Throws `file_too_large` for more than `MAX_CAPTION_BYTES`.
 */
export function parseCaptions(
  bytes: Uint8Array,
  charset?: string,
): { format: CaptionFormat; cues: Cue[]; dropped: number } | null {
  const text = decodeCaptions(bytes, charset)
  const format = sniffCaptions(text)
  return format && { format, ...PARSERS[format](text) }
}
