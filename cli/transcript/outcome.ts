import type { Transcript } from '@/lib/captions/transcript'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'

/** The outcome of one of several sources: its transcript, or why there is none. `file`: where it was saved. */
export type Outcome = {
  source: string
  file: string | null
  transcript: Transcript | null
  error: ProblemBody | null
}
