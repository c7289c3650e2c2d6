import { parseArgs } from 'node:util'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { describeModels, type ModelDescription } from '@/lib/speech/models/describe-models'
import { getModel, removeModel } from '@/lib/speech/models/get-model'
import { isModelReady } from '@/lib/speech/models/model-state'
import { createProgressReporter } from './create-progress-reporter'
import { formatLanguages, inMegabytes, languageLines } from './start/language-lines'

export const USAGE = withOurCommands(`Usage: npm run models -- list
       npm run models -- get NAME       downloads a model, or goes on with it
       npm run models -- pause NAME     (Ctrl-C, where get runs in a terminal)
       npm run models -- resume NAME    goes on where it stopped, as get does
       npm run models -- cancel NAME    deletes what has come of a model that is not whole
       npm run models -- remove NAME

Speech models for transcribing on this machine. While a service runs on the data folder, it does the work and this command
asks it, as "verbatim models" does.`)

const INTERRUPTED = 130

const STATES: Record<ModelDescription['state'], string> = {
  absent: 'not installed',
  partial: 'here in part',
  ready: 'ready',
  damaged: 'damaged: download it again',
}

const report = (text: string) => process.stdout.write(`${withOurCommands(text)}\n`)

async function list(): Promise<void> {
  for (const line of await languageLines()) report(line)
  for (const { name, title, languages, license, bytes, state } of await describeModels()) {
    const facts = [inMegabytes(bytes), title, formatLanguages(languages), license].join(', ')
    report(`${name}  ${STATES[state]}  (${facts})`)
  }
}

async function get(name: string): Promise<void> {
  const abort = new AbortController()
  const stop = () => {
    if (abort.signal.aborted) process.exit(INTERRUPTED)
    const how = withOurCommands(`npm run models -- resume ${name}`)
    abort.abort(new Error(`Stopped. The downloaded part is kept. Continue with: ${how}`))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const progress = createProgressReporter(name, process.stdout)
  try {
    await getModel(name, { signal: abort.signal, onProgress: progress.report })
  } finally {
    progress.end()
  }
  report(`${name} is ready. A service that runs uses it from now on, unless SPEECH_ENGINE names another.`)
}

async function run(command: string | undefined, name: string | undefined): Promise<void> {
  if (command === 'list' && name === undefined) return list()
  if ((command === 'get' || command === 'resume') && name) return get(name)
  if (command === 'pause' && name) {
    return void report(`Nothing downloads ${name} for a service. Press Ctrl-C where "npm run models" does.`)
  }
  if (command === 'cancel' && name) {
    if (await isModelReady(name)) return void report(`${name} is whole. "npm run models -- remove ${name}" deletes it.`)
    await removeModel(name)
    return void report(`What had come of ${name} is deleted.`)
  }
  if (command === 'remove' && name) {
    await removeModel(name)
    return void report(`${name} is removed.`)
  }
  throw new Error(USAGE)
}

/** The operator's commands for speech models where no service runs: see USAGE. Returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    // Mistakes in the settings are reported before anything is fetched.
    env()
    const { positionals } = parseArgs({ args: [...argv], allowPositionals: true })
    const [command, name, ...rest] = positionals
    await run(rest.length === 0 ? command : undefined, name)
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    process.stderr.write(`${error.message}\n`)
    if (error instanceof Problem) return 1
    if (error.message.startsWith('Stopped.')) return INTERRUPTED
    return error.message === USAGE || error.message.includes('option') ? 2 : 1
  }
}
