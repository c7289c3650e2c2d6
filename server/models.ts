import { parseArgs } from 'node:util'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { describeModels, type ModelDescription } from '@/lib/speech/models/describe-models'
import { getModel } from '@/lib/speech/models/get-model'
import { removeModel } from '@/lib/speech/models/remove-model'
import { createProgressReporter } from './report-progress'

const USAGE = `Usage: npm run models -- list
       npm run models -- get NAME
       npm run models -- remove NAME

Speech models for transcribing on this machine. A fetch that is stopped or cut off goes on at the next get.`

const INTERRUPTED = 130

const STATES: Record<ModelDescription['state'], string> = {
  absent: 'not fetched',
  partial: 'fetched in part',
  ready: 'ready',
  damaged: 'damaged: get it again',
}

const report = (text: string) => process.stdout.write(`${text}\n`)

async function list(): Promise<void> {
  for (const { name, title, languages, license, bytes, state } of await describeModels()) {
    report(`${name}  ${STATES[state]}  (${Math.round(bytes / 1e6)} MB, ${title}, ${license})`)
    report(`    ${languages.join(' ')}`)
  }
}

async function get(name: string): Promise<void> {
  const abort = new AbortController()
  const stop = () => {
    if (abort.signal.aborted) process.exit(INTERRUPTED)
    abort.abort(
      new Error(`Stopped. What has been fetched is kept: "npm run models -- get ${name}" goes on from there.`),
    )
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
  if (command === 'get' && name) return get(name)
  if (command === 'remove' && name) {
    await removeModel(name)
    return void report(`${name} is removed.`)
  }
  throw new Error(USAGE)
}

/** The operator's commands for speech models: `list`, `get NAME`, `remove NAME`. Gives the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    // What is wrong with the settings is told before anything is fetched.
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
