import { parseMilliseconds } from '../clock'
import type { ParsedCues } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import type { ReadFormat } from './format'

const HEADER = /^start\tend\ttext[ \t]{0,8}(?:[\r\n]|$)/i

/**
 * Parses Whisper's table: milliseconds and the text, with tabs between them. `dropped` counts lines without readable times, and cues
 * beyond `MAX_CUES`. Never throws. Linear time.
 */
function parseWhisperTsv(text: string): ParsedCues {
  const parsed = noCues()
  const [, ...rows] = text.split(/\r\n|[\n\r]/)
  for (const row of rows) {
    if (row.trim() === '') continue
    const [start, end, ...said] = row.split('\t')
    const startMs = parseMilliseconds(start, 1)
    if (startMs === null || said.length === 0) {
      dropCue(parsed)
      continue
    }
    const cue = { startMs, endMs: parseMilliseconds(end, 1) ?? startMs, text: said.join(' ').trim() }
    if (cue.text !== '') addCue(parsed, cue)
  }
  return parsed
}

/** Whisper's table. */
export const whisperTsv = {
  id: 'whisper-tsv',
  label: 'Whisper TSV',
  origin: 'Whisper',
  endings: ['tsv'],
  mediaTypes: ['text/tab-separated-values'],
  detect: ({ text }) => HEADER.test(text),
  parse: parseWhisperTsv,
} as const satisfies ReadFormat
