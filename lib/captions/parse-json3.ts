import type { ParsedCues } from '@/lib/captions/cue'
import { json3Steps } from '@/lib/captions/json3-steps'
import { runSteps } from '@/lib/captions/run-steps'
import { textChunks } from '@/lib/captions/text-chunks'

/**
 * Reads YouTube's json3: its events with text, in the order of the file, with words where it has their times. A machine's
 * lines, whose durations overlap, end where the next begins; an event that appends goes on with the cue before it.
 * `dropped` counts events with unreadable times, what is left open at a broken end, and cues beyond `MAX_CUES`. Never
 * throws; a text that isn't json3 has no cues. Linear time. For large documents there is `parseJson3Async`.
 */
export function parseJson3(text: string): ParsedCues {
  return runSteps(json3Steps(textChunks(text)))
}
