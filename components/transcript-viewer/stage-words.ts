import type { Job } from '@/lib/jobs/contract'

const WORDS: Readonly<Record<NonNullable<Job['stage']>, string>> = {
  resolving: 'Looking at the recording',
  downloading: 'Fetching the recording',
  transcribing: 'Transcribing',
  finishing: 'Putting the text together',
}

/** What a job is doing, in words. */
export function stageWords({ status, stage }: Pick<Job, 'status' | 'stage'>): string {
  if (status === 'queued') return 'Waiting for its turn'
  return stage ? WORDS[stage] : 'Starting'
}
