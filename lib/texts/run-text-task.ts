import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { singleton } from '@/lib/platform/concurrency/singleton'
import { withFairSlot } from '@/lib/platform/concurrency/with-fair-slot'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem/problem'
import { isProblemCode } from '@/lib/platform/problem/problem-table'
import type { TextReply, TextRequest, TextTaskName, TextTasks } from './text-tasks'

/** One core stays with the event loop; two large texts at a time are as much memory as they may take. */
const THREADS = availableParallelism() > 2 ? 2 : 1
const IDLE_MS = 10_000
const LIMIT_MS = 2 * 60_000
/** The largest caption file that a server may take needs about 300 MB while it is parsed. */
const HEAP = { maxOldGenerationSizeMb: 448, maxYoungGenerationSizeMb: 32 }

type IdleThreads = Map<Worker, NodeJS.Timeout>

function idleThreads(): IdleThreads {
  return singleton('idle-text-threads', (): IdleThreads => new Map())
}

/**
 * The thread's program, which the server's build makes, in the project's folder, in which every command runs. It is put
 * together so that no bundler takes it for a part of the pages.
 */
function program(): string {
  return [process.cwd(), 'dist', 'text-worker.mjs'].join(path.sep)
}

/** Those that Node itself listens for stay. */
function stopListening(thread: Worker): Worker {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
  return thread
}

function takeThread(): Worker {
  const idle = idleThreads()
  const [known] = idle.keys()
  if (known) {
    clearTimeout(idle.get(known))
    idle.delete(known)
    known.ref()
    return stopListening(known)
  }
  return new Worker(program(), { execArgv: [], resourceLimits: HEAP })
}

/** A thread without work is kept for a moment; it does not keep a command from ending. */
function keepThread(thread: Worker): void {
  const idle = idleThreads()
  const clear = () => {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  }
  thread.unref()
  stopListening(thread).once('error', clear).once('exit', clear)
  idle.set(thread, setTimeout(() => void thread.terminate(), IDLE_MS).unref())
}

function toError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  const detail = 'This text is too large to be worked on. Split it, or upload the recording.'
  return new Problem('file_too_large', { detail, cause: error })
}

function outputOf(reply: TextReply): unknown {
  if ('output' in reply) return reply.output
  if ('error' in reply) throw reply.error
  const { code, detail, context, retryAfterSeconds } = reply.problem
  if (!isProblemCode(code)) throw new Error(`a text worker answered with the unknown problem ${code}`)
  throw new Problem(code, { detail, context, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) })
}

/** Runs one task in a thread. A thread that is too slow, or whose task has no caller left, is ended. */
async function perform(request: TextRequest, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const thread = takeThread()
  let stop: (reason: unknown) => void = () => undefined
  let reply: TextReply
  const onAbort = () => stop(signal.reason)
  const timer = setTimeout(() => stop(new Error(`${request.name} took more than ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  try {
    reply = await new Promise<TextReply>((resolve, reject) => {
      stop = reject
      signal.addEventListener('abort', onAbort, { once: true })
      thread.once('message', resolve).once('error', reject)
      thread.once('exit', (code) => reject(new Error(`a text worker ended with code ${code}`)))
      thread.postMessage(request)
    })
  } catch (error) {
    stopListening(thread).on('error', () => undefined)
    // Its memory is free again before the next one begins.
    await thread.terminate()
    throw toError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
  keepThread(thread)
  return outputOf(reply)
}

/**
 * Has a worker thread do something with a large text. An owner has one thing done at a time, owners take turns, and there
 * are as many threads as the machine has room for. Rejects with the signal's reason when that aborts, and then the work
 * stops; with the Problem that the work throws; with `file_too_large` where the text does not fit into a thread's memory.
 */
export async function runTextTask<Name extends TextTaskName>(
  name: Name,
  input: TextTasks[Name]['input'],
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<TextTasks[Name]['output']> {
  const request = { name, input, databaseUrl: env().DATABASE_URL ?? '' } as TextRequest
  const one = { name: `large text of ${owner}`, slots: 1 }
  const all = { name: 'large texts', slots: THREADS }
  const output = await withFairSlot(one, owner, signal, () =>
    withFairSlot(all, owner, signal, () => perform(request, signal)),
  )
  return output as TextTasks[Name]['output']
}

/** Ends the threads that wait for work, at shutdown. */
export async function endTextThreads(): Promise<void> {
  await Promise.all([...idleThreads().keys()].map((thread) => thread.terminate()))
}
