import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { z } from 'zod'
import { startChild } from '@/lib/core/programs/start-child'
import type { Outcome, Recogniser, Request } from './recogniser'

const STDERR_KEPT_CHARACTERS = 2_000
/** The speech of half a minute is a thousandth of it. */
const REPLY_LIMIT_CHARACTERS = 1024 * 1024

/** A child that has nothing to do must not keep a command from ending. */
function holdProcess(child: ChildProcess, holds: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    if (handle !== child && !(handle instanceof Socket)) continue
    if (holds) handle.ref()
    else handle.unref()
  }
}

function write(child: ChildProcess, request: Request): void {
  if ('load' in request) return void child.stdin?.write(`${JSON.stringify(request)}\n`)
  const { buffer, byteOffset, byteLength, length } = request.recognise
  child.stdin?.write(`${JSON.stringify({ samples: length, ...request.options })}\n`)
  child.stdin?.write(Buffer.from(buffer, byteOffset, byteLength))
}

/**
 * Starts a program that answers each request with a line of JSON, as `serve_requests.py` describes, in a separate process group. It
 * waits for its first request, and ends with this process. `heard` is the shape of what it recognises.
 */
export function startRecogniser<Heard>(
  { program, args }: { program: string; args: readonly string[] },
  heard: z.ZodType<Heard>,
): Recogniser<Heard> {
  const replySchema = z.union([
    z.object({ loaded: z.literal(true) }),
    z.object({ transcribed: heard }),
    z.object({ failed: z.string() }),
  ])
  const started = startChild(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const child = started.process
  holdProcess(child, false)

  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_KEPT_CHARACTERS)
  })
  // A child that has ended takes no request; its end is reported separately.
  child.stdin?.on('error', () => undefined)

  let ending: string | null = null
  let resolveOnce: (outcome: Outcome<Heard>) => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ending ??= `${how}\n${stderr}`.trim()
      resolveOnce({ ended: ending })
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(signal ? `ended by ${signal}` : `ended with exit code ${code}`))
  })
  const readReply = (line: string): Outcome<Heard> => {
    try {
      return replySchema.parse(JSON.parse(line))
    } catch {
      return { failed: 'the child gave an answer of another shape' }
    }
  }
  let line = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    line += chunk
    const end = line.indexOf('\n')
    if (end !== -1) {
      resolveOnce(readReply(line.slice(0, end)))
      line = line.slice(end + 1)
    }
    if (line.length > REPLY_LIMIT_CHARACTERS) started.end()
  })

  function ask(request: Request): Promise<Outcome<Heard>> {
    return new Promise((resolve) => {
      if (ending !== null) return resolve({ ended: ending })
      holdProcess(child, true)
      resolveOnce = (outcome) => {
        holdProcess(child, false)
        resolve(outcome)
      }
      write(child, request)
    })
  }
  return { ask, ended, kill: started.end }
}
