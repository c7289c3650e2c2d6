import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '@/lib/core/concurrency/singleton'
import type { ProgramRun } from '@/lib/core/programs/run-program'

/** How much of an answer is kept. */
export const MAX_KEPT_BYTES = 64 * 1024

/** An answer as it came from a platform, or from a program about it. */
export type Answer = {
  /** Null: a program’s words. */
  url: string | null
  status: number | null
  contentType: string | null
  /** The beginning of the body, or all of it. */
  body: Uint8Array
  /** The length of all of it, as far as it was read. */
  bytes: number
}

type Holder = { last: Answer | null }

const holders = () => singleton('noted-answers', () => new AsyncLocalStorage<Holder>())

/** Notes the answer that is about to be understood, for the case that it is not. Nothing is copied and nothing is written. */
export function noteAnswer(answer: Omit<Answer, 'bytes'> & { bytes?: number }): void {
  const holder = holders().getStore()
  if (!holder) return
  holder.last = {
    ...answer,
    bytes: answer.bytes ?? answer.body.byteLength,
    body: answer.body.subarray(0, MAX_KEPT_BYTES),
  }
}

/** Passes on the body of an answer as it is read, noting its beginning. */
export async function* noteWhileReading(
  answer: Omit<Answer, 'body' | 'bytes'>,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const begun: Uint8Array[] = []
  let kept = 0
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (kept < MAX_KEPT_BYTES) {
      begun.push(chunk.subarray(0, MAX_KEPT_BYTES - kept))
      kept += begun.at(-1)?.byteLength ?? 0
      noteAnswer({ ...answer, body: Buffer.concat(begun), bytes })
    }
    yield chunk
  }
}

/** Runs work; `answer` returns the last answer that it noted. */
export function withNotedAnswers<T>(work: () => Promise<T>): { result: Promise<T>; answer: () => Answer | null } {
  const holder: Holder = { last: null }
  return { result: holders().run(holder, async () => work()), answer: () => holder.last }
}

/** Notes what a program printed about a platform: its result, or why there is none. */
export function noteRun(run: ProgramRun): void {
  const isResult = run.ended === 'exited' && run.exitCode === 0
  const body = isResult ? run.stdout : Buffer.from(run.stderr)
  noteAnswer({ url: null, status: null, contentType: null, body })
}
