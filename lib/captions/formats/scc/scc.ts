import type { Cue, ParsedCues } from '../../cue'
import { addCue, dropCue, noCues } from '../../parsing/collect-cues'
import type { Warning } from '../../warning'
import type { ReadFormat } from '../format'
import { newCta608Decoder } from './cta608'

const SIGNATURE = /^\s{0,64}scenarist_scc\b/i
const LINE = /^(\d{1,2}):(\d{1,2}):(\d{1,2})([:;.,])(\d{1,2})(?:\s{1,64}(\S.*))?$/
const PAIR = /^[\da-f]{4}$/i

const FRAMES_A_SECOND = 30
/** Video of NTSC has 29.97 frames a second. */
const FRAME_MS = 1001 / 30

/**
 * The number of the frame of a time code. A drop-frame code, which has a semicolon or a full stop, leaves out the first two numbers of
 * each minute but every tenth, so that it follows the clock.
 */
function frameOf([, hours, minutes, seconds, separator, frames]: RegExpExecArray): number {
  const allMinutes = Number(hours) * 60 + Number(minutes)
  const frame = (allMinutes * 60 + Number(seconds)) * FRAMES_A_SECOND + Number(frames)
  return separator === ':' ? frame : frame - 2 * (allMinutes - Math.floor(allMinutes / 10))
}

const secondChannel: Warning = {
  code: 'track_chosen',
  detail: 'This file has captions in two channels, CC1 and CC2. Those of CC1 were read.',
}

/**
 * Parses Scenarist closed captions: the bytes of line 21, two for each frame from the time code of a line on. `dropped` counts lines
 * with an unreadable time code or bytes, and cues beyond `MAX_CUES`. Captions that nothing ends last until the next one begins. Never
 * throws. Linear time.
 */
export function parseScc(text: string): ParsedCues {
  const parsed = noCues()
  const decoder = newCta608Decoder()
  const broken: number[] = []
  let lastMs = 0
  for (const raw of text.split(/\r\n|[\n\r]/)) {
    const line = raw.replaceAll('\ufeff', '').trim()
    if (line === '' || SIGNATURE.test(line)) continue
    const match = LINE.exec(line)
    if (!match) {
      broken.push(lastMs)
      continue
    }
    const pairs = match[6]?.split(/\s+/) ?? []
    const frame = frameOf(match)
    decoder.interrupt()
    for (const [index, pair] of pairs.entries()) {
      if (!PAIR.test(pair)) continue
      lastMs = Math.round((frame + index) * FRAME_MS)
      decoder.take(Number.parseInt(pair.slice(0, 2), 16), Number.parseInt(pair.slice(2), 16), lastMs)
    }
    if (!pairs.every((pair) => PAIR.test(pair))) broken.push(lastMs)
  }
  const [first, second] = decoder.finish()
  const shown = first.length > 0 ? first : second
  for (const [index, { startMs, endMs, text: said }] of shown.entries()) {
    const cue: Cue = { startMs, endMs: endMs ?? shown[index + 1]?.startMs ?? startMs, text: said }
    addCue(parsed, cue)
  }
  const before = (ms: number) => parsed.cues.findLast(({ startMs }) => startMs <= ms)?.startMs
  const [firstBroken] = broken
  if (firstBroken !== undefined && parsed.dropped === 0) {
    dropCue(parsed, before(firstBroken))
    parsed.dropped = broken.length
  } else parsed.dropped += broken.length
  return first.length > 0 && second.length > 0 ? { ...parsed, warnings: [secondChannel] } : parsed
}

/** Scenarist closed captions. */
export const scc = {
  id: 'scc',
  label: 'SCC',
  origin: 'television in North America (CTA-608, the first channel that has text)',
  endings: ['scc'],
  mediaTypes: ['text/x-scc'],
  detect: ({ text }) => SIGNATURE.test(text),
  parse: parseScc,
} as const satisfies ReadFormat
