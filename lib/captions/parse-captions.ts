import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import { parseAss } from '@/lib/captions/parse-ass'
import { parseJson3 } from '@/lib/captions/parse-json3'
import { parseLrc } from '@/lib/captions/parse-lrc'
import { parsePodcastJson } from '@/lib/captions/parse-podcast-json'
import { parseSrt } from '@/lib/captions/parse-srt'
import { parseSrv1 } from '@/lib/captions/parse-srv1'
import { parseSrv3 } from '@/lib/captions/parse-srv3'
import { parseTtml } from '@/lib/captions/parse-ttml'
import { parseWebvtt } from '@/lib/captions/parse-webvtt'
import { type CaptionFormat, sniffCaptions } from '@/lib/captions/sniff-captions'

const PARSERS: Readonly<Record<CaptionFormat, (text: string) => ParsedCues>> = {
  webvtt: parseWebvtt,
  srt: parseSrt,
  json3: parseJson3,
  srv1: parseSrv1,
  srv3: parseSrv3,
  ttml: parseTtml,
  ass: parseAss,
  'podcast-json': parsePodcastJson,
  lrc: parseLrc,
}

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
