import type { Cue, Segment } from './cue'
import { collapseRollup } from './rollup/collapse-rollup'
import { toSegments } from './to-segments'

/** Cues as a parser read them as the segments of a transcript: rolling captions said once, in order, without overlaps. */
export function toTranscriptSegments(cues: readonly Cue[]): Segment[] {
  return toSegments(collapseRollup(cues))
}
