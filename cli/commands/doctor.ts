import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import {
  checkMachine,
  checkPlatforms,
  listKeptAnswers,
  probesSchema,
  readKeptAnswer,
} from '@/lib/health/doctor/contract'
import type { Context } from '../context'
import { answersText, checksText, hasFailed, liveText } from '../doctor-words'
import { ExitWithCode } from '../failure/exit-with-code'
import { Failure } from '../failure/failure'
import { perform } from '../perform'

type Options = { live?: boolean; probes?: string; lastFailures?: boolean; export?: string }

async function readProbes(file: string) {
  try {
    return probesSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Failure('file_unreadable', `${file} is no list of probes: [{ "platform", "url" }] in JSON.`, { cause })
  }
}

async function exportAnswers(context: Context, folder: string): Promise<void> {
  const { body } = await context.call(listKeptAnswers, {})
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: string[] = []
  for (const { name } of body.answers) {
    const { body: answer } = await context.call(readKeptAnswer, { params: { name } })
    const file = path.join(folder, path.basename(name))
    await writeFile(file, `${JSON.stringify(answer, null, 2)}\n`, { mode: 0o600 })
    files.push(file)
  }
  await context.print({ files }, files.length === 0 ? answersText([]) : `${files.join('\n')}\n`)
}

async function run(context: Context, options: Options): Promise<void> {
  if (options.export !== undefined) return exportAnswers(context, options.export)
  if (options.lastFailures) {
    const { body } = await context.call(listKeptAnswers, {})
    return context.print(body, answersText(body.answers))
  }
  const probes = options.probes === undefined ? null : await readProbes(options.probes)
  const { body: machine } = await context.call(checkMachine, {})
  if (!options.live && probes === null) {
    await context.print(machine, checksText(machine.checks))
    if (hasFailed(machine.checks, null)) throw new ExitWithCode(1)
    return
  }
  context.terminal.say('Checking each platform. This takes up to three minutes.')
  const { body: live } = await context.call(checkPlatforms, { body: { probes } })
  await context.print({ ...machine, live }, `${checksText(machine.checks)}\n${liveText(live)}`)
  if (hasFailed(machine.checks, live)) throw new ExitWithCode(1)
}

export function addDoctor(program: Command, interruption: AbortSignal): void {
  program
    .command('doctor')
    .description('Check the server and its access to each platform (operators)')
    .option('--live', 'request a public recording from each platform, with captions and audio')
    .option('--probes <file>', 'a JSON file with the recordings to request; implies --live')
    .option('--last-failures', "list platform responses that Verbatim didn't understand")
    .option('--export <folder>', 'write these responses, redacted, to a folder')
    .action(perform(interruption, run))
}
