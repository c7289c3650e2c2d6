import type { Cue, ParsedCues } from '../cue'
import { addCue, dropCue, noCues } from './collect-cues'

const TIME = String.raw`(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?`
const TIMINGS = new RegExp(String.raw`^${TIME}\s{0,8},\s{0,8}${TIME}$`)
/** A line that is to have two times, of which one cannot be read. */
const BROKEN = /^[^\s,]{1,24}\s{0,8},\s{0,8}[^\s,]{1,24}$/
const CLOCK = /\d{1,4}:\d{1,2}:\d{1,2}/
const LINE_BREAK = /\[br\]/gi

/** The times of a cue in integer milliseconds, and how many digits their fractions have. */
export type CommaTimings = { startMs: number; endMs: number; digits: number }

function toMs([hours, minutes, seconds, fraction = '']: readonly (string | undefined)[]): number {
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Parses a line of two times with a comma between them, as `0:00:01.000,0:00:02.500`; null for any other line. */
export function parseCommaTimings(line: string): CommaTimings | null {
  const match = TIMINGS.exec(line)
  if (!match) return null
  const [, ...fields] = match
  return { startMs: toMs(fields.slice(0, 4)), endMs: toMs(fields.slice(4)), digits: fields[3]?.length ?? 0 }
}

/**
 * Parses captions whose lines follow a line of two times. `[br]` breaks a line. Lines before the first time are no part of a cue, and
 * lines for which `isSetting` is true of none. `dropped` counts cues with unreadable times, and those beyond `MAX_CUES`.
 */
export function parseCommaTimed(text: string, isSetting: (line: string) => boolean = () => false): ParsedCues {
  const parsed = noCues()
  let timings: CommaTimings | null = null
  let lines: string[] = []
  const close = () => {
    if (!timings) return
    const { startMs, endMs } = timings
    const cue: Cue = { startMs, endMs, text: lines.join('\n').trim() }
    if (cue.text !== '') addCue(parsed, cue)
  }
  for (const raw of text.split(/\r\n|[\n\r]/)) {
    const line = raw.replaceAll('\ufeff', '').trim()
    const found = parseCommaTimings(line)
    if (found || (BROKEN.test(line) && CLOCK.test(line))) {
      close()
      timings = found
      lines = []
      if (!found) dropCue(parsed)
    } else if (line !== '' && !isSetting(line)) lines.push(line.replace(LINE_BREAK, '\n'))
  }
  close()
  return parsed
}
