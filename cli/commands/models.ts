import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { timeLeft } from '@/components/transcript-viewer/job/job-words'
import { ApiError } from '@/lib/api/client'
import {
  actOnSpeechModel,
  listSpeechModels,
  type ModelAction,
  removeSpeechModel,
  type SpeechLanguage,
  type SpeechModelView,
} from '@/lib/speech/contract'
import { groupLanguages, isDownloading } from '@/lib/speech/states'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { perform } from '../perform'
import { progressBar } from '../terminal/progress-bar'
import { toTable } from '../terminal/to-table'

const POLL_MS = 1_000

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

function stateWords({ state, download, received_bytes: received, size_bytes: total, in_use: inUse }: SpeechModelView) {
  const part = `${megabytes(received)} of ${megabytes(total)}`
  if (download?.status === 'paused') return `paused at ${part}`
  if (download?.status === 'error') return `stopped at ${part}`
  if (download) return `downloading, ${part}`
  if (state === 'partial') return `${part} are here`
  if (state === 'damaged') return 'damaged: download it again'
  return state === 'ready' ? (inUse ? 'in use' : 'ready') : 'not installed'
}

const nameOf = (lang: string) => new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? lang

/** A line for each group, with the names of its languages. */
function groupLines(languages: readonly SpeechLanguage[], groupOf: (language: SpeechLanguage) => string | null) {
  return groupLanguages(languages, groupOf).map(
    ([group, langs]) => `  ${group}: ${langs.map(nameOf).toSorted().join(', ')}\n`,
  )
}

/** The languages that can be transcribed now and by which engine, and those that a model would add. */
function languageLines(languages: readonly SpeechLanguage[]): string {
  const now = groupLines(languages, ({ engine }) => engine && `${engine.name} (${engine.model})`)
  const then = groupLines(languages, ({ download }) => download && `verbatim models get ${download}`)
  return [
    now.length > 0 ? 'Languages that work now\n' : 'No language works now\n',
    ...now,
    ...(then.length > 0 ? ['Languages after a download\n', ...then] : []),
    '\n',
  ].join('')
}

async function list(context: Context): Promise<void> {
  const { body } = await context.call(listSpeechModels, {})
  const rows = body.models.map((model) => [
    model.name,
    megabytes(model.size_bytes),
    model.languages.length === 1 ? `${model.languages[0]}` : `${model.languages.length} languages`,
    model.license,
    stateWords(model),
  ])
  const unused = body.unused_because ? `${body.unused_because}\n` : ''
  await context.print(body, `${languageLines(body.languages)}${toTable(rows)}${unused}`)
}

async function find(context: Context, name: string): Promise<SpeechModelView> {
  const { body } = await context.call(listSpeechModels, {})
  const model = body.models.find((one) => one.name === name)
  if (!model) throw new Failure('usage', `Unknown speech model "${name}". List all with verbatim models list`)
  return model
}

function line(model: SpeechModelView): string {
  const { name, received_bytes: received, size_bytes: total, download } = model
  const left = timeLeft(download?.remaining_seconds ?? null)
  const waits = download?.retry_at && download.error ? `  ${download.error.detail}` : ''
  return `${name}  ${progressBar(received / total)}  ${megabytes(received)} of ${megabytes(total)}${left ? `, ${left}` : ''}${waits}`
}

/** Waits until a download has ended or is paused. The download continues at the server when the command ends. */
async function follow(context: Context, started: SpeechModelView): Promise<SpeechModelView> {
  const { board } = context.terminal
  try {
    let model = started
    while (isDownloading(model)) {
      board.set(model.name, line(model))
      await sleep(POLL_MS, undefined, { signal: context.signal })
      model = await find(context, model.name)
    }
    return model
  } finally {
    board.clear()
  }
}

async function get(context: Context, name: string, { wait = true }: { wait?: boolean }): Promise<void> {
  const { body: started } = await context.call(actOnSpeechModel, { body: { name, action: 'start' } })
  const model = wait ? await follow(context, started) : started
  if (model.download?.error && model.download.status === 'error') throw new ApiError(model.download.error)
  await context.print(model, `${name}: ${stateWords(model)}\n`)
}

async function act(context: Context, name: string, action: ModelAction): Promise<void> {
  const { body } = await context.call(actOnSpeechModel, { body: { name, action } })
  await context.print(body, `${name}: ${stateWords(body)}\n`)
}

async function remove(context: Context, name: string): Promise<void> {
  const { body } = await context.call(removeSpeechModel, { params: { name } })
  await context.print(body, `${name} is removed.\n`)
}

export function addModels(program: Command, interruption: AbortSignal): void {
  const models = program
    .command('models')
    .description('Download speech models to the machine of the server (operators)')
  models
    .command('list', { isDefault: true })
    .description('List the available models and their state')
    .action(perform(interruption, list))
  models
    .command('get')
    .argument('<name>', 'a model, such as parakeet-v3')
    .description(
      'Download a model or resume its download, and wait for it; the download continues if you interrupt the command',
    )
    .option('--no-wait', "don't wait for the download")
    .action(perform(interruption, get))
  models
    .command('pause')
    .argument('<name>', 'a model')
    .description('Pause a download and keep the downloaded part')
    .action(perform(interruption, (context, name: string) => act(context, name, 'pause')))
  models
    .command('resume')
    .argument('<name>', 'a model')
    .description('Resume a paused download')
    .option('--no-wait', "don't wait for the download")
    .action(perform(interruption, get))
  models
    .command('cancel')
    .argument('<name>', 'a model')
    .description('Cancel a download and delete the downloaded part')
    .action(perform(interruption, (context, name: string) => act(context, name, 'cancel')))
  models
    .command('remove')
    .argument('<name>', 'a model')
    .description('Delete a model')
    .action(perform(interruption, remove))
}
