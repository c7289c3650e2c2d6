import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isServiceStopping } from '@/lib/core/concurrency/stopping'
import { Problem } from '@/lib/core/problem/problem'
import { describeEnding, type ProgramRun, runProgram } from '@/lib/core/programs/run-program'
import { withWorkFolder } from '@/lib/core/storage/with-work-folder'
import type { SpeechChunk } from '../engine'

export type WhisperTask = {
  cli: string
  model: string
  /** Whisper's code of the language, or `auto`. */
  language: string
  prompt: string | undefined
  threads: number
}

const STARTUP_MS = 120_000
const SLOWEST_TIMES_REAL_TIME = 40
const QUOTED_CHARACTERS = 1000
/** whisper-cli's exit code for a model it can't load. */
const MODEL_NOT_LOADED = 3

function argumentsFor(task: WhisperTask, folder: string): string[] {
  const { model, language, prompt, threads } = task
  return [
    ...['--model', model, '--language', language, '--threads', String(threads)],
    ...(prompt ? ['--prompt', prompt] : []),
    // Text that is carried from window to window spreads a loop over the rest of the chunk.
    ...['--max-context', '0'],
    ...['--no-prints', '--output-json-full', '--output-file', path.join(folder, 'transcript')],
    ...['--file', path.join(folder, 'piece.wav')],
  ]
}

/** whisper-cli exits with 0 for an unknown argument too, so its output decides. */
async function readOutput(folder: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, 'transcript.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function failure(run: ProgramRun): Problem {
  const cause = new Error(`whisper-cli: ${describeEnding(run)}\n${run.stderr.slice(-QUOTED_CHARACTERS).trim()}`)
  if (run.ended === 'exited' && run.exitCode === MODEL_NOT_LOADED) {
    const detail = "whisper-cli can't load its model. The operator should download it again, or check WHISPER_MODEL."
    return new Problem('transcriber_unavailable', { detail, context: { retryable: false }, cause })
  }
  if (/^error: unknown argument/m.test(run.stderr)) {
    const detail = 'This whisper-cli is too old. The operator should install whisper.cpp 1.7.3 or newer.'
    return new Problem('transcriber_unavailable', { detail, context: { retryable: false }, cause })
  }
  return new Problem('transcriber_failed', { context: { retryable: run.ended !== 'timedOut' }, cause })
}

async function run(task: WhisperTask, args: readonly string[], options: { signal: AbortSignal; timeoutMs: number }) {
  try {
    return await runProgram(task.cli, args, options)
  } catch (error) {
    if (options.signal.aborted || isServiceStopping(error)) throw error
    throw new Problem('transcriber_unavailable', {
      detail: "whisper-cli can't be started. The operator should install it again, or check WHISPER_CLI_PATH.",
      context: { retryable: false },
      cause: error,
    })
  }
}

/**
 * Runs whisper-cli over a chunk in a temporary folder, which is always deleted afterwards, and returns the JSON it
 * wrote. Throws `transcriber_unavailable`, `transcriber_failed`, and the signal's reason.
 */
export async function runWhisperCli(task: WhisperTask, chunk: SpeechChunk, signal: AbortSignal): Promise<string> {
  return withWorkFolder('speech', async (folder) => {
    await writeFile(path.join(folder, 'piece.wav'), chunk.wav)
    const timeoutMs = STARTUP_MS + SLOWEST_TIMES_REAL_TIME * chunk.durationMs
    const ended = await run(task, argumentsFor(task, folder), { signal, timeoutMs })
    const output = ended.ended === 'exited' && ended.exitCode === 0 ? await readOutput(folder) : null
    if (output === null) throw failure(ended)
    return output
  })
}
