import { readFile } from 'node:fs/promises'
import { Agent, request } from 'undici'
import { percentile } from '@/bench/measure/measure-rate'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { bearer, type Poller } from '@/test/prepare-pollers'

/** Receives the outcome of one request. */
export type OnAnswer = (kind: string, elapsedMs: number, failure: string | null) => void

type Call = { method: 'GET' | 'POST' | 'PUT'; address: string; body?: string | Buffer; user: Poller }

const CUES = 60
const RECORDING = await readFile('test/fixtures/audio/jfk.wav')

const clock = (line: number) =>
  `00:00:${String(Math.floor(line / 5)).padStart(2, '0')}.${String((line % 5) * 200).padStart(3, '0')}`

/** A caption file that is like no other. */
function captionFile(turn: number): string {
  const cues = Array.from({ length: CUES }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\nLine ${at} of ${turn}\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** A recording that is like no other: its silence at the end is longer. */
const recordingFile = (turn: number) => Buffer.concat([RECORDING, Buffer.alloc(2 * (turn + 1))])

/** The actions of clients, one function each. They never reject: failures are reported to `onAnswer`. */
export function startTraffic(baseUrl: string, onAnswer: OnAnswer) {
  const dispatcher = new Agent({ connections: 200, pipelining: 1 })

  async function call<T>(kind: string, { method, address, body, user }: Call): Promise<T | null> {
    const startedAt = performance.now()
    const headers = { ...bearer(user), 'content-type': 'application/json' }
    try {
      const answer = await request(new URL(address, baseUrl), { method, headers, body: body ?? null, dispatcher })
      const text = await answer.body.text()
      const failure = answer.statusCode < 300 ? null : `${answer.statusCode}: ${text}`
      onAnswer(kind, performance.now() - startedAt, failure)
      return failure === null ? (JSON.parse(text) as T) : null
    } catch (error) {
      onAnswer(kind, performance.now() - startedAt, String(error))
      return null
    }
  }

  /** Three requests: sign, upload, ask for the transcript. */
  async function send(kind: string, user: Poller, filename: string, content: string | Buffer) {
    const options = JSON.stringify({ filename, content_type: 'application/octet-stream' })
    const target = await call<SignResponse>('sign', {
      method: 'POST',
      address: '/v1/uploads/sign',
      body: options,
      user,
    })
    if (!target) return null
    const { upload_url: address, object_path: upload } = target
    if (!(await call('upload', { method: 'PUT', address, body: content, user }))) return null
    const body = JSON.stringify({ upload })
    return call<Partial<JobStarted>>(kind, { method: 'POST', address: '/v1/transcript', body, user })
  }

  return {
    poll: (user: Poller) => call('poll', { method: 'GET', address: `/v1/jobs/${user.jobId}`, user }),
    read: (user: Poller, url: string) =>
      call('stored transcript', { method: 'POST', address: '/v1/transcript', body: JSON.stringify({ url }), user }),
    sendCaptions: (user: Poller, turn: number) => send('caption file', user, `${turn}.vtt`, captionFile(turn)),
    sendRecording: (user: Poller, turn: number) => send('recording', user, `${turn}.wav`, recordingFile(turn)),
    close: () => dispatcher.close(),
  }
}

const MAX_FAILURES_SHOWN = 5

/** Keeps the times of answers by kind, in stretches of time, and what went wrong. */
export function saveFigures(stretchSeconds: number) {
  const startedAt = performance.now()
  const stretches: number[][] = []
  const byKind = new Map<string, { times: number[]; failed: number }>()
  let failed = 0

  const row = (name: string, times: number[], ...rest: string[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [name, String(times.length), ...[0.5, 0.95, 0.99].map((at) => percentile(sorted, at).toFixed(1)), ...rest]
  }

  return {
    add(kind: string, elapsedMs: number, failure: string | null): void {
      const stretch = Math.floor((performance.now() - startedAt) / 1000 / stretchSeconds)
      const known = byKind.get(kind) ?? { times: [], failed: 0 }
      byKind.set(kind, known)
      known.times.push(elapsedMs)
      stretches[stretch] ??= []
      stretches[stretch].push(elapsedMs)
      if (failure === null) return
      known.failed++
      if (++failed <= MAX_FAILURES_SHOWN) console.error(`${kind}: ${failure}`)
    },
    failed: () => failed,
    answered: () => stretches.flat().length,
    /** Name, answers, p50, p95 and p99 in ms, failed. */
    kinds: () => [...byKind].map(([kind, { times, failed: lost }]) => row(kind, times, String(lost))),
    /** The figures of each stretch, without failures. */
    stretches: () => Array.from(stretches, (times = [], at) => row(`${at * stretchSeconds} s`, times)),
  }
}
