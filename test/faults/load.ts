import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import type { GuardedService } from './guarded-service'
import { makeSound } from './make-sound'

/** The results of the load: started jobs, texts returned immediately, requests lost to a fault, refusals by reason. */
export type LoadCounts = { jobs: Set<string>; transcripts: number; lost: number; refused: Map<string, number> }

const captioned = new Uint8Array(await readFile('public/samples/captioned.mp4'))
const RETRY_AFTER_MS = 100

async function call<T>(service: GuardedService, key: string, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${service.now().baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  const answer = (await response.json()) as { code?: string }
  if (!response.ok) throw new Error(answer.code ?? `status ${response.status}`)
  return answer as T
}

async function oneRequest(service: GuardedService, key: string, counts: LoadCounts, isCaptioned: boolean) {
  const bytes = isCaptioned ? captioned : makeSound().wav
  const named = { filename: isCaptioned ? 'clip.mp4' : 'talk.wav', content_type: 'application/octet-stream' }
  const target = await call<SignResponse>(service, key, '/v1/uploads/sign', named)
  const upload = new URL(target.upload_url)
  const put = await fetch(`${service.now().baseUrl}${upload.pathname}${upload.search}`, { method: 'PUT', body: bytes })
  if (!put.ok) throw new Error(`upload ${put.status}`)
  const answer = await call<Partial<JobStarted>>(service, key, '/v1/transcript', { upload: target.object_path })
  if (answer.job_id) counts.jobs.add(answer.job_id)
  else counts.transcripts++
}

/**
 * Sends uploads of speech, and now and then of a captioned clip, as the bearer of a key until `signal` says stop: one after
 * the other, the next as soon as the last was answered. What a fault swallows is counted, and the next is sent.
 */
export async function sendLoad(
  service: GuardedService,
  key: string,
  counts: LoadCounts,
  signal: AbortSignal,
): Promise<void> {
  for (let sent = 0; !signal.aborted; sent++) {
    try {
      await oneRequest(service, key, counts, sent % 3 === 2)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      counts.lost++
      counts.refused.set(reason, (counts.refused.get(reason) ?? 0) + 1)
      // A service that is down fails immediately: retrying without a pause would use up the machine's CPU.
      await wait(RETRY_AFTER_MS)
    }
  }
}
