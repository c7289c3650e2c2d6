import { availableParallelism } from 'node:os'
import path from 'node:path'
import { singleton } from '@/lib/core/concurrency/singleton'
import { isStopping, ServiceStopping } from '@/lib/core/concurrency/stopping'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { isProblemCode } from '@/lib/core/problem/problem-table'
import { type Child, startChild } from '@/lib/core/programs/start-child'
import type { TextReply, TextRequest, TextTaskName, TextTasks } from './text-tasks'

/** One core stays with the event loop; two large texts at a time are as much memory as they may take. */
const WORKERS = availableParallelism() > 2 ? 2 : 1
const IDLE_MS = 10_000
const LIMIT_MS = 2 * 60_000
/** The largest caption file that a server may take needs about 300 MB while it is parsed. */
const HEAP = ['--max-old-space-size=448', '--max-semi-space-size=16']
/** The operating system's limit in KiB (RLIMIT_DATA): V8's heap and what lies outside of it, such as a file that is read. */
const DATA_KIB = 768 * 1024
/** Node starts only after the limit is set, which the shell passes on to it. */
const WITH_LIMIT = 'ulimit -d "$1" && shift && exec "$@"'
/** The signals by which V8 ends a process that has no memory left. */
const OUT_OF_MEMORY: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

type IdleWorkers = Map<Child, NodeJS.Timeout>

function idleWorkers(): IdleWorkers {
  return singleton('idle-text-workers', (): IdleWorkers => new Map())
}

/**
 * The worker's program, which the server's build makes, in the project's folder, in which every command runs. It is put
 * together so that no bundler takes it for a part of the pages.
 */
function program(): string {
  return [process.cwd(), 'dist', 'text-worker.mjs'].join(path.sep)
}

function startWorker(): Child {
  const node = [process.execPath, ...HEAP, program()]
  const [shell, ...args] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', WITH_LIMIT, 'sh', String(DATA_KIB), ...node]
  const worker = startChild(shell as string, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  worker.process.once('exit', () => forget(worker))
  return worker
}

function forget(worker: Child): void {
  clearTimeout(idleWorkers().get(worker))
  idleWorkers().delete(worker)
}

/** A worker without work does not keep a command from ending. */
function holdProcess({ process: child }: Child, holds: boolean): void {
  for (const handle of [child, child.channel]) {
    if (holds) handle?.ref()
    else handle?.unref()
  }
}

function takeWorker(): Child {
  const [known] = idleWorkers().keys()
  if (!known) return startWorker()
  forget(known)
  holdProcess(known, true)
  return known
}

function keepWorker(worker: Child): void {
  holdProcess(worker, false)
  idleWorkers().set(worker, setTimeout(() => endIdle(worker), IDLE_MS).unref())
}

/** Ends a worker without work. A worker that is ending gets no further task. */
function endIdle(worker: Child): void {
  forget(worker)
  worker.end()
}

/** The error of a task whose worker ended: the text did not fit into its memory, or the worker failed. */
function endError(name: TextTaskName, code: number | null, signal: NodeJS.Signals | null): Error {
  const cause = new Error(`the text worker of ${name} ended with ${signal ?? `code ${code}`}`)
  if (isStopping()) return new ServiceStopping(cause.message)
  if (!OUT_OF_MEMORY.includes(signal)) return cause
  const detail = 'This text is too large to be worked on. Split it, or upload the recording.'
  return new Problem('file_too_large', { detail, cause })
}

function outputOf(reply: TextReply): unknown {
  if ('output' in reply) return reply.output
  if ('error' in reply) throw reply.error
  const { code, detail, context, retryAfterSeconds } = reply.problem
  if (!isProblemCode(code)) throw new Error(`a text worker answered with the unknown problem ${code}`)
  throw new Problem(code, { detail, context, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) })
}

/** Runs one task in a worker. A worker that is too slow, or whose task has no caller left, is ended. */
async function perform(request: TextRequest, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const worker = takeWorker()
  const { process: child } = worker
  let stop: (reason: unknown) => void = () => undefined
  let onReply: (reply: TextReply) => void = () => undefined
  let reply: TextReply
  const receive = (message: unknown) => onReply(message as TextReply)
  const onAbort = () => stop(signal.reason)
  const timer = setTimeout(() => stop(new Error(`${request.name} took more than ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  const onExit = (code: number | null, by: NodeJS.Signals | null) => stop(endError(request.name, code, by))
  const onError = (error: Error) => stop(error)
  try {
    reply = await new Promise<TextReply>((resolve, reject) => {
      stop = reject
      signal.addEventListener('abort', onAbort, { once: true })
      onReply = resolve
      child.on('message', receive).on('error', onError).on('exit', onExit)
      // A request that can't be sent has a worker that is ending, which rejects.
      child.send(request, () => undefined)
    })
  } catch (error) {
    worker.end()
    throw error
  } finally {
    clearTimeout(timer)
    child.off('message', receive).off('error', onError).off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  }
  keepWorker(worker)
  return outputOf(reply)
}

/**
 * Runs a task on a large text in a worker process. An owner has one task at a time, owners take turns, and there are as many
 * workers as the machine has room for. Rejects with the signal's reason when that aborts, and then the work stops; with the
 * Problem that the work throws; with `file_too_large` if the text does not fit into a worker's memory. A worker that crashes
 * fails its own task alone.
 */
export async function runTextTask<Name extends TextTaskName>(
  name: Name,
  input: TextTasks[Name]['input'],
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<TextTasks[Name]['output']> {
  const request = { name, input, databaseUrl: env().DATABASE_URL ?? '' } as TextRequest
  const one = { name: `large text of ${owner}`, slots: 1 }
  const all = { name: 'large texts', slots: WORKERS }
  const output = await withFairSlot(one, owner, signal, () =>
    withFairSlot(all, owner, signal, () => perform(request, signal)),
  )
  return output as TextTasks[Name]['output']
}

/** Ends the workers without work, at shutdown. */
export function endTextWorkers(): void {
  for (const worker of [...idleWorkers().keys()]) endIdle(worker)
}
