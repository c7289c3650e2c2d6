import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { ApiError } from '@/lib/api/client'
import { type DownloadFormat, isBinary } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import { errorCode } from '../connection/error-code'
import { writeAtomically } from '../connection/write-atomically'
import type { Context } from '../context'
import { parseStretch } from '../deadline'
import { FORMAT_OPTION, parseFormat, requestedFormat } from '../options/formats'
import { parseCount } from '../options/parse-count'
import { addSubtitleOptions, subtitleFieldsOf } from '../options/subtitle-options'
import { perform } from '../perform'
import { getOne, type TranscriptOptions } from '../transcript/get-one'
import { fetchBinary } from '../transcript/save/fetch-binary'
import { saveText } from '../transcript/save/save-text'
import { toDocument } from '../transcript/save/to-document'
import { finishJob } from '../transcript/wait/finish-job'
import { type Jobs, withJobHint } from '../transcript/wait/with-job-hint'
import type { MediaFile } from '../watch/list-media'
import { watchFolder } from '../watch/watch-folder'

type Options = Omit<TranscriptOptions, 'format'> & {
  format?: DownloadFormat
  recursive?: boolean
  once?: boolean
  interval: number
  parallel: number
}

const DEFAULT_INTERVAL_SECONDS = 5
const MAX_PARALLEL = 8

/** The transcript of a job that an earlier run of the command has begun; null where the server does not know it any more. */
async function resume(context: Context, jobId: string, label: string, options: Options): Promise<Transcript | null> {
  const query = { format: requestedFormat(options.format ?? 'text'), ...subtitleFieldsOf(options) }
  try {
    return await finishJob(context, jobId, { label, query })
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return null
    throw error
  }
}

const schema = z.record(z.string(), z.object({ size: z.number(), mtime_ms: z.number(), job_id: z.string() }))
type OpenJobs = z.infer<typeof schema>

/** The file in a watched folder that names the jobs that run for its recordings. */
const NAME = '.verbatim-watch.json'

async function read(file: string): Promise<OpenJobs> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    // A damaged file means no more than that recordings are sent again.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return {}
    throw error
  }
}

type PendingJobs = {
  /** The job that runs for a recording as it is now; null: none. */
  jobOf: (file: MediaFile) => string | null
  began: (file: MediaFile, jobId: string) => Promise<void>
  ended: (file: MediaFile) => Promise<void>
}

/** The jobs that run for the recordings of a folder: the next start waits for them and sends nothing again. */
async function openPendingJobs(folder: string): Promise<PendingJobs> {
  const store = path.join(folder, NAME)
  const jobs = new Map(Object.entries(await read(store)))
  let writing: Promise<void> = Promise.resolve()
  const keyOf = (file: MediaFile) => path.relative(folder, file.path)
  const save = () => {
    writing = writing.then(async () => {
      if (jobs.size === 0) await rm(store, { force: true })
      else await writeAtomically(store, `${JSON.stringify(Object.fromEntries(jobs), null, 2)}\n`)
    })
    return writing
  }
  return {
    jobOf: (file) => {
      const found = jobs.get(keyOf(file))
      return found?.size === file.size && found.mtime_ms === file.mtimeMs ? found.job_id : null
    },
    began: (file, jobId) => {
      jobs.set(keyOf(file), { size: file.size, mtime_ms: file.mtimeMs, job_id: jobId })
      return save()
    },
    ended: async (file) => {
      if (jobs.delete(keyOf(file))) await save()
    },
  }
}

async function obtain(
  context: Context,
  file: MediaFile,
  options: Options,
  { pending, jobs }: { pending: PendingJobs; jobs: Jobs },
): Promise<Transcript> {
  const label = path.basename(file.path)
  const known = pending.jobOf(file)
  if (known) {
    jobs.began(known)
    const resumed = await resume(context, known, label, options)
    jobs.ended(known)
    if (resumed) return resumed
  }
  const source = { kind: 'file' as const, label, path: file.path, name: label }
  const began = (jobId: string) => {
    jobs.began(jobId)
    void pending.began(file, jobId)
  }
  const { format = 'text', recursive: _, once: __, interval: ___, parallel: ____, ...asked } = options
  const request = { ...asked, format: requestedFormat(format) }
  const { transcript } = await getOne(context, source, {
    options: request,
    save: null,
    jobs: { began, ended: jobs.ended },
  })
  if (!transcript) throw new Error(`${label} has no transcript.`)
  return transcript
}

async function watch(context: Context, folder: string, options: Options): Promise<void> {
  const { format = 'text', recursive = false, once = false, interval, parallel } = options
  const pending = await openPendingJobs(folder)
  await withJobHint(context, async (jobs) => {
    const transcribe = async (file: MediaFile, target: string) => {
      try {
        const transcript = await obtain(context, file, options, { pending, jobs })
        const text = isBinary(format) ? await fetchBinary(context, transcript, format) : toDocument(transcript)
        await saveText(target, text)
        await pending.ended(file)
      } catch (error) {
        // A job that has failed is not waited for again, but for one whose server is away.
        const hasFailed = error instanceof ApiError && error.cause === undefined && !error.problem.retryable
        if (hasFailed && !context.signal.aborted) await pending.ended(file)
        throw error
      }
    }
    if (!once) context.terminal.say(`Watching ${folder}. Stop with Ctrl-C.`)
    await watchFolder(context, { folder, recursive, once, format, intervalMs: interval * 1000, parallel, transcribe })
  })
}

const MORE = `
A recording is sent once it is written to its end: its size and time are the same at two looks. Its transcript is written
beside it, as talk.txt for talk.mp3. A recording with a transcript in this format is done: delete the transcript to make
it again. While the server can't be reached the command waits. Jobs that run when it ends are continued by the next start.`

export function addWatch(program: Command, interruption: AbortSignal): void {
  const command = program
    .command('watch')
    .description('Transcribe the recordings that appear in a folder, and write the transcripts beside them')
    .argument('<folder>', 'the folder')
    .option('-f, --format <format>', FORMAT_OPTION.replace('by the ending of -o, else text', 'text'), parseFormat)
    .option('-l, --lang <tag>', 'the preferred language, such as en or pt-BR, or auto for the spoken one')
    .option('--strict-lang', "fail if the language isn't available")
    .option('--partial', 'transcribe as much as your remaining minutes allow')
    .option('--speakers', 'tell speakers apart')
    .option('-r, --recursive', 'folders below it too')
    .option('--once', 'end when every recording has its transcript')
    .option('--interval <time>', 'how long to wait between two looks', parseStretch, DEFAULT_INTERVAL_SECONDS)
    .option('--parallel <n>', 'number of recordings to process in parallel', parseCount(1, MAX_PARALLEL), 2)
  addSubtitleOptions(command).addHelpText('after', MORE).action(perform(interruption, watch))
}
