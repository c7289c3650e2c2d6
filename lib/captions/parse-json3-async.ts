import type { ParsedCues } from '@/lib/captions/cue'
import { json3Steps } from '@/lib/captions/json3-steps'
import { runInSlices } from '@/lib/captions/run-in-slices'

/**
 * Reads json3 as `parseJson3` does, without holding up the event loop for more than some milliseconds at a time, however
 * large the document is. Takes its text in chunks of 64 KB or so, which may come from a generator as they are needed.
 */
export async function parseJson3Async(chunks: Iterable<string>): Promise<ParsedCues> {
  return runInSlices(json3Steps(chunks))
}
