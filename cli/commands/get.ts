import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { type DownloadFormat, SUBTITLE_FORMATS } from '@/lib/captions/document-files'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { FORMAT_OPTION, meantFormat, parseFormat, requestedFormat } from '../options/formats'
import { parseCount } from '../options/parse-count'
import { addSubtitleOptions } from '../options/subtitle-options'
import { perform } from '../perform'
import { findSource, type Source } from '../source/find-source'
import { readSourceList } from '../source/read-source-list'
import { getMany } from '../transcript/get-many'
import { getOne, type Outcome, type TranscriptOptions } from '../transcript/get-one'
import { openTarget, type Save } from '../transcript/save/open-target'
import { toDocument } from '../transcript/save/to-document'
import { withJobHint } from '../transcript/wait/with-job-hint'

type Options = Omit<TranscriptOptions, 'format'> & {
  format?: DownloadFormat
  output?: string
  as?: string
  parallel: number
}

const MAX_PARALLEL = 16

const parseKeywords = (list: string): string[] => list.split(',').filter((keyword) => keyword.trim() !== '')

/** Formats of which several documents don't fit into one. */
const ALONE: ReadonlySet<DownloadFormat> = new Set(SUBTITLE_FORMATS)

/** The sources that are given as words, with the list that comes on standard input in the place of "-". */
async function listSources(given: readonly string[]): Promise<string[]> {
  if (!given.includes('-')) return [...given]
  const listed = await readSourceList(process.stdin)
  return given.flatMap((word) => (word === '-' ? listed : [word]))
}

/** Prints results: one as its document, several under their names, or each as a line of JSON. */
function printer({ json, terminal }: Context, { isMany, format }: { isMany: boolean; format: DownloadFormat }) {
  return async (outcome: Outcome): Promise<void> => {
    const { transcript, file, source } = outcome
    if (isMany && (json || format === 'json')) return terminal.write(`${JSON.stringify(outcome)}\n`)
    if (!transcript) return
    if (json) return terminal.write(`${JSON.stringify(file ? outcome : transcript, null, 2)}\n`)
    if (file) return
    const heading = isMany ? `==> ${source} <==\n\n` : ''
    await terminal.write(`${heading}${toDocument(transcript)}${isMany ? '\n' : ''}`)
  }
}

async function openOutput(
  context: Context,
  { output }: Options,
  plan: { isMany: boolean; format: DownloadFormat },
): Promise<Save | null> {
  if (output !== undefined && output !== '-') return openTarget(context, output, plan)
  if (plan.isMany && !context.json && ALONE.has(plan.format)) {
    throw new Failure('usage', `Several ${plan.format} documents don't fit into one. Name a folder with -o.`)
  }
  return null
}

type Kept = { source: Source; remove: () => Promise<void> }

/**
 * Keeps a file that comes on standard input, under the name it is said to have, until `remove`: an upload has to say how
 * long it is before it begins.
 */
async function bufferInput(input: Readable, name: string, signal: AbortSignal): Promise<Kept> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = path.join(folder, 'input')
  try {
    await pipeline(input, createWriteStream(file, { mode: 0o600 }), { signal })
  } catch (error) {
    await remove()
    throw error
  }
  return { source: { kind: 'file', label: name, path: file, name: path.basename(name) }, remove }
}

async function get(context: Context, given: string[], options: Options): Promise<void> {
  const { format: named, output, parallel, as: inputName, ...asked } = options
  if (inputName !== undefined && (given.length !== 1 || given[0] !== '-')) {
    throw new Failure('usage', '--as names the file on standard input: verbatim get - --as talk.mp3')
  }
  const sources = inputName === undefined ? await listSources(given) : given
  const [only] = sources
  if (only === undefined) throw new Failure('usage', 'Nothing to transcribe: the list is empty.')
  const format = meantFormat(named, output, context.json)
  const plan = { isMany: sources.length > 1, format }
  if (plan.isMany && options.captions !== undefined) {
    throw new Failure('usage', '--captions is the text of one recording. Name one file.')
  }
  const save = await openOutput(context, options, plan)
  const print = printer(context, plan)
  const input = inputName === undefined ? null : await bufferInput(process.stdin, inputName, context.signal)
  try {
    await withJobHint(context, async (jobs) => {
      const getNamed = async (word: string) =>
        getOne(context, input?.source ?? (await findSource(word)), {
          options: { ...asked, format: requestedFormat(format) },
          save,
          jobs,
        })
      if (plan.isMany) await getMany(context, sources, { parallel, get: getNamed, print })
      else await print(await getNamed(only))
    })
  } finally {
    await input?.remove()
  }
}

const MORE = `
A source is a link or a local file, which is uploaded to the server. "-" reads sources from standard input, one per
line. With --as, standard input is a recording or a caption file itself.

Recordings without captions are transcribed, which takes a while, and the command waits for the job. If you interrupt it,
the job continues. Get its transcript later with "verbatim jobs wait".

Several sources are printed one after the other with their names. With --json each is a line of JSON with source, file,
transcript and error. With -o they are written to a folder.`

export function addGet(program: Command, interruption: AbortSignal): void {
  const command = program
    .command('get')
    .description('Get the transcript of links and files')
    .argument('<source...>', 'links, files, or - for standard input')
    .option('-f, --format <format>', FORMAT_OPTION, parseFormat)
    .option('-o, --output <path>', 'write to this file, or into this folder')
    .option('-l, --lang <tag>', 'the preferred language, such as en or pt-BR, or auto for the spoken one')
    .option('--track <id>', 'one caption track, by its ID in "verbatim languages"')
    .option('--strict-lang', "fail if the language isn't available")
    .option('--partial', 'transcribe as much as your remaining minutes allow')
    .option('--speakers', 'tell speakers apart')
    .option('--prompt <text>', 'what the recording is about, for the speech engine')
    .option('--keywords <list>', 'names and terms that may come up, separated by commas', parseKeywords)
    .option('--captions <file>', 'the captions of the recording, which is then not transcribed')
    .option('--words', 'put the time of each word into vtt')
    .option('--as <name>', 'the file name of standard input')
    .option('--parallel <n>', 'number of sources to process in parallel', parseCount(1, MAX_PARALLEL), 4)
  addSubtitleOptions(command).addHelpText('after', MORE).action(perform(interruption, get))
}
