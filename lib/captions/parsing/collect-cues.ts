import { MAX_CUES } from '../caption-limits'
import type { Cue, ParsedCues } from '../cue'

/** An empty result for a parser. */
export function noCues(): ParsedCues {
  return { cues: [], dropped: 0 }
}

/** Counts a cue that is left out, and notes the place of the first. */
export function dropCue(parsed: ParsedCues, lastStartMs = parsed.cues.at(-1)?.startMs): void {
  if (parsed.dropped === 0) parsed.droppedAfterMs = lastStartMs
  parsed.dropped += 1
}

/** Adds the next cue of a file. Returns whether it was added: one beyond `MAX_CUES` is left out. */
export function addCue(parsed: ParsedCues, cue: Cue): boolean {
  const fits = parsed.cues.length < MAX_CUES
  if (fits) parsed.cues.push(cue)
  else dropCue(parsed)
  return fits
}
