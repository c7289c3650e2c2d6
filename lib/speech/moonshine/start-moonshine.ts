import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import path from 'node:path'
import { startChild } from '@/lib/core/programs/start-child'
import type { Outcome, Recogniser, Request } from '@/lib/speech/recognisers/recogniser'
import type { Moonshine } from './find-moonshine'
import { replySchema, type Stretch } from './recognition'

const STDERR_KEPT_CHARACTERS = 2_000
/** The speech of half a minute is a thousandth of it. */
const REPLY_LIMIT_CHARACTERS = 1024 * 1024

/** The program of the child, for Python; put together so that no bundler takes it for a part of the pages. */
export function moonshineArgs({ folder }: Moonshine): string[] {
  const program = [process.cwd(), 'lib', 'speech', 'moonshine', 'moonshine-child.py'].join(path.sep)
  // Neither the user's Python packages nor variables of the environment change what it loads.
  return ['-I', program, folder]
}

/** A child that has nothing to do must not keep a command from ending. */
function holdProcess(child: ChildProcess, holds: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    if (handle !== child && !(handle instanceof Socket)) continue
    if (holds) handle.ref()
    else handle.unref()
  }
}

function readReply(line: string): Outcome<Stretch[]> {
  try {
    return replySchema.parse(JSON.parse(line))
  } catch {
    return { failed: 'the child gave an answer of another shape' }
  }
}

function write(child: ChildProcess, request: Request): void {
  if ('load' in request) return void child.stdin?.write('{"load": {}}\n')
  const { buffer, byteOffset, byteLength, length } = request.recognise
  child.stdin?.write(`{"samples": ${length}}\n`)
  child.stdin?.write(Buffer.from(buffer, byteOffset, byteLength))
}

/** Starts a child in a separate process group. It waits for its first request, and ends with this process. */
export function startMoonshine(moonshine: Moonshine): Recogniser<Stretch[]> {
  const started = startChild(moonshine.python, moonshineArgs(moonshine), { stdio: ['pipe', 'pipe', 'pipe'] })
  const child = started.process
  holdProcess(child, false)

  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_KEPT_CHARACTERS)
  })
  // A child that has ended takes no request; its end is reported separately.
  child.stdin?.on('error', () => undefined)

  let ending: string | null = null
  let resolveOnce: (outcome: Outcome<Stretch[]>) => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ending ??= `${how}\n${stderr}`.trim()
      resolveOnce({ ended: ending })
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(signal ? `ended by ${signal}` : `ended with exit code ${code}`))
  })
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

  function ask(request: Request): Promise<Outcome<Stretch[]>> {
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
