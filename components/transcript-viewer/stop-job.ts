import { createClient } from '@/lib/api/client'
import { cancelJob, type Job } from '@/lib/jobs/contract'

/** Cancels a job, and gives it as it is then. */
export async function stopJob(id: string): Promise<Job> {
  return (await createClient()(cancelJob, { params: { job_id: id } })).body
}
