import type { Job } from '@/lib/jobs/contract'
import { words } from './words'

/** What a job is doing, in words. */
export function stageWords({ status, stage }: Pick<Job, 'status' | 'stage'>): string {
  if (status === 'queued') return words.stages.queued
  return words.stages[stage ?? 'starting']
}
