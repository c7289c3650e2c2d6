import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { startChild } from '@/lib/core/programs/start-child'
import type { Outcome, Recogniser, Request } from '@/lib/speech/recognisers/recogniser'
import { recogniserEntry } from './recogniser-entry'
import { type Recognition, replySchema } from './recognition'

const HEAP_MEGABYTES = 256
const STDERR_KEPT_CHARACTERS = 2_000

function keepTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-STDERR_KEPT_CHARACTERS)
  })
  return () => tail.trim()
}

/** A child that has nothing to do must not keep a command from ending. */
function holdProcess(child: ChildProcess, holds: boolean): void {
  for (const handle of [child, child.channel]) {
    if (holds) handle?.ref()
    else handle?.unref()
  }
}

/** Starts a child in a separate process group. It waits for its first request, and ends with this process. */
export function startRecogniser(): Recogniser<Recognition> {
  const started = startChild(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, recogniserEntry()], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const child = started.process
  if (child.stderr instanceof Socket) child.stderr.unref()
  holdProcess(child, false)

  const stderr = keepTail(child)
  let ending: string | null = null
  let resolveOnce: (outcome: Outcome<Recognition>) => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ending ??= `${how}\n${stderr()}`.trim()
      resolveOnce({ ended: ending })
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(signal ? `ended by ${signal}` : `ended with exit code ${code}`))
  })
  child.on('message', (message) => {
    const reply = replySchema.safeParse(message)
    resolveOnce(reply.success ? reply.data : { failed: 'the child gave an answer of another shape' })
  })

  function ask(request: Request): Promise<Outcome<Recognition>> {
    return new Promise((resolve) => {
      if (ending !== null) return resolve({ ended: ending })
      holdProcess(child, true)
      resolveOnce = (outcome) => {
        holdProcess(child, false)
        resolve(outcome)
      }
      // If it can't be sent, the child is ending, which resolves the request.
      child.send(request, () => undefined)
    })
  }
  return { ask, ended, kill: started.end }
}
