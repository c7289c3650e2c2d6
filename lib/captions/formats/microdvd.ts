import type { Cue, ParsedCues } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import type { Warning } from '../warning'
import type { ReadFormat } from './format'

const LINE = /^\{\s{0,8}(\d{1,9})\s{0,8}\}\s{0,8}\{\s{0,8}(\d{0,9})\s{0,8}\}/
/** Two braces at the beginning of a line that are no overrides. With a digit, one of them has no frame. */
const BROKEN = /^\{[^{}:]{0,40}\}\s{0,8}\{[^{}:]{0,40}\}/
const OVERRIDE = /\{[a-z]:[^{}]{0,200}\}/gi
const FRAME_RATE = /^\s{0,8}(\d{1,4}(?:[.,]\d{1,6})?)\s{0,8}$/

/** The rate of films on video, in which most such files are made. */
const USUAL_FRAME_RATE = 24_000 / 1001

const assumed: Warning = {
  code: 'frame_rate_assumed',
  detail:
    'This file counts frames and does not state how many a second has. It was read with 23.976 frames a second. If the times are wrong, add the line {1}{1}25, with the right number, before all others, and send it again.',
}

/** The frames of a line; `end` is null where the cue lasts until the next one. */
type FrameCue = { start: number; end: number | null; text: string }

function plainText(text: string): string {
  const lines = text.replace(OVERRIDE, '').split('|')
  return lines
    .map((line) => line.trim().replace(/^\//, ''))
    .filter((line) => line !== '')
    .join('\n')
}

/** The frame rate that a first line states, of which both frames are 0 or 1; null for a caption. */
function statedFrameRate({ start, end, text }: FrameCue): number | null {
  const rate = start <= 1 && end === start ? Number(FRAME_RATE.exec(text)?.[1]?.replace(',', '.')) : Number.NaN
  return rate >= 1 && rate <= 1000 ? rate : null
}

/**
 * Parses MicroDVD: frames in braces, turned into times by the rate that the first line states, else by 23.976 frames a second, with a
 * warning. A line without frames continues the one before it. `dropped` counts lines with unreadable frames, and cues beyond
 * `MAX_CUES`. Never throws. Linear time.
 */
export function parseMicrodvd(text: string): ParsedCues {
  const found: FrameCue[] = []
  const parsed = noCues()
  let rate: number | null = null
  const msOf = (frame: number) => Math.round((frame * 1000) / (rate ?? USUAL_FRAME_RATE))
  for (const raw of text.split(/\r\n|[\n\r]/)) {
    const line = raw.replaceAll('\ufeff', '').trim()
    const match = LINE.exec(line)
    const last = found.at(-1)
    if (match) {
      const [frames, start, end] = match
      const cue = { start: Number(start), end: end === '' ? null : Number(end), text: line.slice(frames.length) }
      const stated: number | null = found.length === 0 && rate === null ? statedFrameRate(cue) : null
      if (stated === null) found.push(cue)
      else rate = stated
    } else if (/\d/.test(BROKEN.exec(line)?.[0] ?? '')) dropCue(parsed, last && msOf(last.start))
    else if (last && line !== '') last.text += `|${line}`
  }
  for (const [index, { start, end, text: said }] of found.entries()) {
    const endFrame = end ?? found[index + 1]?.start ?? start
    const cue: Cue = { startMs: msOf(start), endMs: msOf(endFrame), text: plainText(said) }
    if (cue.text !== '') addCue(parsed, cue)
  }
  return rate === null && parsed.cues.length > 0 ? { ...parsed, warnings: [assumed] } : parsed
}

export const microdvd = {
  id: 'microdvd',
  label: 'MicroDVD',
  origin: 'players of DVDs; the frame rate is that of its first line, `{1}{1}25`, else 23.976',
  endings: ['sub'],
  mediaTypes: ['text/x-microdvd'],
  lineDetector:
    () =>
    ({ line, isHead }) =>
      isHead && LINE.test(line),
  parse: parseMicrodvd,
} as const satisfies ReadFormat
