import type { Transcript } from '@/lib/captions/transcript'
import type { ProblemBody } from '@/lib/platform/problem/problem-schema'

/** What became of one source of several: its transcript, or why there is none. `file`: where it was saved. */
export type Outcome = {
  source: string
  file: string | null
  transcript: Transcript | null
  error: ProblemBody | null
}
