import { parseSrtTimings } from '@/lib/captions/parse-srt-timings'

export type CaptionFormat = 'webvtt' | 'srt'

const WEBVTT_SIGNATURE = /^\ufeff?WEBVTT(?:[ \t\n\r]|$)/
const LINE = /[^\n\r]{1,4096}/g
// Titles and credits may stand above the first cue; a page that merely shows a cue further down is not a caption file.
const SRT_HEAD_LINES = 20

/**
 * Says which caption format a text is in, by its content alone: WebVTT has its signature, SRT a line with a cue's times
 * among its first filled lines. Null for any other text.
 */
export function sniffCaptions(text: string): CaptionFormat | null {
  if (WEBVTT_SIGNATURE.test(text)) return 'webvtt'
  let filledLines = 0
  for (const [line] of text.matchAll(LINE)) {
    if (line.trim() === '') continue
    if (parseSrtTimings(line.replace(/^\ufeff/, ''))) return 'srt'
    filledLines += 1
    if (filledLines === SRT_HEAD_LINES) return null
  }
  return null
}
