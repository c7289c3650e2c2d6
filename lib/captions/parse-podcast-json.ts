import type { ParsedCues } from '@/lib/captions/cue'
import { podcastJsonSteps } from '@/lib/captions/podcast-json-steps'
import { runSteps } from '@/lib/captions/run-steps'
import { textChunks } from '@/lib/captions/text-chunks'

/**
 * Reads a Podcasting 2.0 JSON transcript: its segments in the order of the file. One word a segment, as is often written,
 * becomes sentences with words. `dropped` counts segments with unreadable times or text, what is left open at a broken
 * end, and cues beyond `MAX_CUES`. Never throws; a text that isn't such a transcript has no cues. Linear time.
 * @see https://github.com/Podcastindex-org/podcast-namespace/blob/main/transcripts/transcripts.md
 */
export function parsePodcastJson(text: string): ParsedCues {
  return runSteps(podcastJsonSteps(textChunks(text)))
}
