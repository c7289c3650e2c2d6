import { expect } from 'vitest'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import type { ServiceProcess } from './start-process'

export type JobClient = {
  /** Calls the API with the local account's key. Rejects with what was answered when that is no success. */
  call: <T>(method: string, address: string, body?: unknown) => Promise<T>
  /** Uploads a file and starts a job on it. Returns the job's id. */
  startJob: (filename: string, contentType: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** The job once it has ended. */
  ended: (jobId: string) => Promise<Job>
}

/**
 * Calls a service as the local account whose key it printed at its first start; `service` gives the process to call
 * now.
 */
export function makeJobClient(service: () => ServiceProcess, apiKey: () => string): JobClient {
  const authorization = () => ({ authorization: `Bearer ${apiKey()}` })

  async function call<T>(method: string, address: string, body?: unknown): Promise<T> {
    const headers = { ...authorization(), 'content-type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await fetch(new URL(address, service().baseUrl), init)
    if (!response.ok) throw new Error(`${method} ${address} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    call,
    startJob: async (filename, contentType, bytes) => {
      const target = await call<SignResponse>('POST', '/v1/uploads/sign', { filename, content_type: contentType })
      expect((await fetch(target.upload_url, { method: 'PUT', body: bytes })).status).toBe(200)
      return (await call<JobStarted>('POST', '/v1/transcript', { upload: target.object_path })).job_id
    },
    ended: async (jobId) => {
      const stream = await fetch(`${service().baseUrl}/v1/jobs/${jobId}/events`, { headers: authorization() })
      const last = (await stream.text()).split('\n').findLast((line) => line.startsWith('data: '))
      return JSON.parse(last?.slice('data: '.length) ?? 'null') as Job
    },
  }
}
