import { access } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/client'
import type { DownloadFormat } from '@/lib/captions/document-files'
import type { Context } from '../context'
import { toProblem } from '../failure/failure'
import { oneLine } from '../terminal/printable'
import { listMedia, type MediaFile, transcriptPaths } from './list-media'

/** Options of a watched folder. `transcribe` writes the transcript of a recording to a path. */
export type FolderWatch = {
  folder: string
  recursive: boolean
  once: boolean
  format: DownloadFormat
  /** Between two looks. */
  intervalMs: number
  parallel: number
  transcribe: (file: MediaFile, target: string) => Promise<void>
}

/** How long a failure that may pass is waited for, by how often it came in a row. */
const RETRY_MS = [10_000, 30_000, 60_000, 300_000, 900_000]
const MAX_ATTEMPTS_ONCE = 3

type Attempt = { size: number; mtimeMs: number; failures: number; againAt: number; problem: Error }

const isSame = (file: MediaFile, other: Pick<MediaFile, 'size' | 'mtimeMs'> | undefined) =>
  other?.size === file.size && other.mtimeMs === file.mtimeMs

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Whether the same may work later: the server is away, or asks to wait. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.problem.retryable || error.problem.status === 402 || error.cause !== undefined
  return error instanceof TypeError
}

/** The recordings that have failed, as they were then. */
function makeAttempts(once: boolean) {
  const attempts = new Map<string, Attempt>()
  const of = (file: MediaFile) => {
    const found = attempts.get(file.path)
    return found && isSame(file, found) ? found : undefined
  }
  return {
    isDue: (file: MediaFile, now: number) => (of(file)?.againAt ?? 0) <= now,
    isGivenUp: (file: MediaFile) => of(file)?.againAt === Number.POSITIVE_INFINITY,
    /** Returns in how many milliseconds the recording is tried again; null: never. */
    failed: (file: MediaFile, error: unknown): number | null => {
      const failures = (of(file)?.failures ?? 0) + 1
      const isOver = !mayPass(error) || (once && failures >= MAX_ATTEMPTS_ONCE)
      const wait = isOver ? null : (RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0)
      const { size, mtimeMs } = file
      const againAt = wait === null ? Number.POSITIVE_INFINITY : Date.now() + wait
      attempts.set(file.path, {
        size,
        mtimeMs,
        failures,
        againAt,
        problem: error instanceof Error ? error : new Error(String(error)),
      })
      return wait
    },
    firstFailure: () => [...attempts.values()].find(({ againAt }) => againAt === Number.POSITIVE_INFINITY)?.problem,
    succeeded: (file: MediaFile) => void attempts.delete(file.path),
  }
}

/** Whether a recording is written to its end: it was the same at the look before. */
const isWritten = (file: MediaFile, before: ReadonlyMap<string, MediaFile>) =>
  file.size > 0 && isSame(file, before.get(file.path))

/**
 * Transcribes the recordings of a folder that have no transcript beside them, each once it is completely written. With
 * `once` it returns when all are done; otherwise it runs until the context's signal aborts. A recording that fails is
 * retried after it has changed. Throws the signal's reason and, with `once`, the first failure.
 */
export async function watchFolder(context: Context, watch: FolderWatch): Promise<void> {
  const { signal, terminal } = context
  const attempts = makeAttempts(watch.once)
  const running = new Map<string, Promise<void>>()
  let before = new Map<string, MediaFile>()

  const begin = (file: MediaFile, target: string) => {
    const label = oneLine(path.relative(watch.folder, file.path))
    const work = async () => {
      try {
        await watch.transcribe(file, target)
        attempts.succeeded(file)
        terminal.say(`${terminal.paint('green', '✓')} ${label} → ${oneLine(path.basename(target))}`)
      } catch (error) {
        if (signal.aborted) return
        const wait = attempts.failed(file, error)
        const next = wait === null ? '' : ` It is tried again in ${Math.round(wait / 1000)} s.`
        terminal.insist(`${terminal.paint('red', '✗')} ${label}: ${oneLine(toProblem(error).detail)}${next}`)
      }
    }
    running.set(
      file.path,
      work().finally(() => running.delete(file.path)),
    )
  }

  const look = async (): Promise<boolean> => {
    const files = await listMedia(watch.folder, watch.recursive)
    const targets = transcriptPaths(files, watch.format)
    let isLeft = false
    for (const file of files) {
      const target = targets.get(file.path)
      if (target === undefined || attempts.isGivenUp(file) || (await exists(target))) continue
      isLeft ||= file.size > 0
      const isReady = isWritten(file, before) && attempts.isDue(file, Date.now()) && !running.has(file.path)
      if (isReady && running.size < watch.parallel) begin(file, target)
    }
    before = new Map(files.map((file) => [file.path, file]))
    return isLeft
  }

  try {
    while ((await look()) || !watch.once || running.size > 0) await sleep(watch.intervalMs, undefined, { signal })
  } catch (error) {
    await Promise.all(running.values())
    throw signal.aborted ? signal.reason : error
  }
  const failure = attempts.firstFailure()
  if (failure !== undefined) throw failure
}
