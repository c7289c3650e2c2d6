import { parseLrcLine } from '@/lib/captions/parse-lrc-line'
import { parseSrtTimings } from '@/lib/captions/parse-srt-timings'
import { sniffJsonCaptions } from '@/lib/captions/sniff-json-captions'
import { sniffXmlCaptions } from '@/lib/captions/sniff-xml-captions'

export type CaptionFormat = 'webvtt' | 'srt' | 'json3' | 'srv1' | 'srv3' | 'ttml' | 'ass' | 'podcast-json' | 'lrc'

const WEBVTT_SIGNATURE = /^\ufeff?WEBVTT(?:[ \t\n\r]|$)/
const LINE = /[^\n\r]{1,4096}/g
const ASS_SECTION = /^\[(?:script info|v4\+? styles|events)\]$/i
const LRC_TAG = /^\[(?:ti|ar|al|au|by|re|ve|length|offset|la|lang|id|#):/i
const LRC_STAMP = /^\[\d{1,3}:\d{2}[.:]\d{2,3}\]/
// Titles and credits may stand above the first cue; a page that merely shows a cue further down is not a caption file.
const HEAD_LINES = 20

/** By the first filled lines: SRT has a line with a cue's times, ASS its sections, LRC a time or a tag in brackets. */
function sniffLines(text: string): 'srt' | 'ass' | 'lrc' | null {
  let filledLines = 0
  let hasLrcTag = false
  for (const [raw] of text.matchAll(LINE)) {
    const line = raw.replace(/^\ufeff/, '').trim()
    if (line === '') continue
    if (parseSrtTimings(line)) return 'srt'
    if (ASS_SECTION.test(line)) return 'ass'
    if (LRC_TAG.test(line)) hasLrcTag = true
    else if (LRC_STAMP.test(line) || (hasLrcTag && parseLrcLine(line))) return 'lrc'
    filledLines += 1
    if (filledLines === HEAD_LINES) return null
  }
  return null
}

/**
 * Says which caption format a text is in, by its content alone: WebVTT by its signature, JSON and XML by what they hold,
 * the others by their first filled lines. Null for any other text.
 */
export function sniffCaptions(text: string): CaptionFormat | null {
  if (WEBVTT_SIGNATURE.test(text)) return 'webvtt'
  const start = text
    .slice(0, 4096)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('{')) return sniffJsonCaptions(text) ?? sniffLines(text)
  if (start.startsWith('<')) return sniffXmlCaptions(text.replace(/^\ufeff/, '')) ?? sniffLines(text)
  return sniffLines(text)
}
