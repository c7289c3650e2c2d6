import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { answersText, checksText, hasFailed, liveText } from '@/cli/doctor-words'
import { closeDb } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { checkSettings, checkStoppedMachine } from '@/lib/health/doctor/check-machine'
import { listAnswerViews } from '@/lib/health/doctor/list-answer-views'
import { checkPlatforms } from '@/lib/health/doctor/live/check-platforms'
import { readProbesFile } from '@/lib/health/doctor/live/read-probes'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { keptAnswersFolder, listKeptAnswers } from '@/lib/sources/answers/answer-ring'
import { findRunningPostgres } from './postgres/find-running-postgres'

export const USAGE = withOurCommands(`Usage: npm run -s doctor -- [--live] [--probes FILE] [--json]
       npm run -s doctor -- --last-failures [--json]
       npm run -s doctor -- --export FOLDER

Checks this machine: programs, settings, disk, services. --live asks each platform for a public recording, --probes for those
of a JSON file. --last-failures lists the answers of platforms that were not understood, --export writes them into a folder,
redacted. Exit code: 1 when something failed.`)

const OPTIONS = {
  live: { type: 'boolean', default: false },
  probes: { type: 'string' },
  json: { type: 'boolean', default: false },
  'last-failures': { type: 'boolean', default: false },
  export: { type: 'string' },
} as const

type Options = { live: boolean; probes?: string; json: boolean; 'last-failures': boolean; export?: string }

function print(result: unknown, words: string, { json }: Options): void {
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : words)
}

async function exportAnswers(folder: string, options: Options): Promise<number> {
  const answers = await listKeptAnswers()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = answers.map(({ name }) => path.join(folder, name))
  for (const { name } of answers) await copyFile(path.join(keptAnswersFolder(), name), path.join(folder, name))
  print({ files }, files.length === 0 ? answersText([]) : `${files.join('\n')}\n`, options)
  return 0
}

async function listAnswers(options: Options): Promise<number> {
  const answers = await listAnswerViews()
  print({ answers }, answersText(answers), options)
  return 0
}

async function check(options: Options): Promise<number> {
  const settings = await checkSettings()
  if (settings.status === 'failed') {
    print({ checks: [settings] }, checksText([settings]), options)
    return 1
  }
  await connectRunningDatabase()
  const probes = options.probes === undefined ? null : readProbesFile(options.probes)
  const checks = [settings, ...(await checkStoppedMachine())]
  if (!options.live && !probes) {
    print({ checks }, checksText(checks), options)
    return hasFailed(checks, null) ? 1 : 0
  }
  const live = await checkPlatforms({ probes, signal: new AbortController().signal })
  print({ checks, live }, `${checksText(checks)}\n${liveText(live)}`, options)
  return hasFailed(checks, live) ? 1 : 0
}

/** The database of a service that runs on the data folder, where the settings name no other. */
async function connectRunningDatabase(): Promise<void> {
  const { DATABASE_URL: given, dataDir } = env()
  const running = given ? null : await findRunningPostgres(dataDir)
  if (running) setEnv({ DATABASE_URL: running })
}

/** The doctor where no service runs that the command line could ask: see USAGE. Returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  let options: Options
  try {
    options = parseArgs({ args: [...argv], options: OPTIONS }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    return 2
  }
  try {
    if (options.export !== undefined) return await exportAnswers(options.export, options)
    if (options['last-failures']) return await listAnswers(options)
    return await check(options)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await Promise.all([closeDb(), closeEgressProxy()])
  }
}
