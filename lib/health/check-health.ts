import { singleton } from '@/lib/core/concurrency/singleton'
import { pool } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { findProgram } from '@/lib/core/programs/find-program'
import { FULL_BYTES, freeBytes } from '@/lib/core/storage/disk-space'
import { VERSION } from '@/lib/core/version'
import { checkQueue } from '@/lib/durable/queue-health'
import { runner } from '@/lib/durable/runner'
import { describeYtDlp, describeYtDlpExtras } from '@/lib/sources/yt-dlp/program/describe-yt-dlp'
import { languageSupport } from '@/lib/speech/language-support'
import { describeModels } from '@/lib/speech/models/describe-models'
import { whisperDevice } from '@/lib/speech/whisper/whisper-library'
import { describeFailingPlatforms } from './get-status'
import { countRunningJobs, findServer } from './health-queries'

const CHECKING = 'checking'

/** The words on a part; `unreachable`, with a line in the log, where it can't be read. */
async function partOf(name: string, read: () => Promise<string>): Promise<string> {
  try {
    return await read()
  } catch (error) {
    log.warn('a part of the service does not answer', { part: name, error })
    return 'unreachable'
  }
}

const checkDatabase = () =>
  partOf('database', async () => {
    const { version, roundTripMs } = await findServer()
    return `ok (PostgreSQL ${version}, ${roundTripMs} ms)`
  })

const checkJobs = () => partOf('jobs', async () => `ok (${await countRunningJobs()} running)`)

const checkWork = () => partOf('queue', () => checkQueue(pool(), runner().hasRunsHere))

const checkDisk = () =>
  partOf('disk', async () => {
    const free = await freeBytes(env().dataDir)
    return `${free < FULL_BYTES ? 'full' : 'ok'} (${(free / 1e9).toFixed(1)} GB free)`
  })

/** PATH is checked immediately; the version is the last known output of the program. */
async function checkProgram(name: string, versionArgument: string): Promise<string> {
  if (!(await findProgram(name))) return 'missing'
  const version = async () => (await findProgram(name, [versionArgument]))?.version ?? 'ok'
  return lastKnown(name, version) ?? 'ok'
}

async function describeSpeech(): Promise<string> {
  const engines = new Set<string>()
  for (const { engine } of await languageSupport()) {
    if (!engine) continue
    const device = engine.name === 'whisper' ? await whisperDevice() : 'cpu'
    engines.add(`${engine.name} (${engine.model}${device === 'cpu' ? '' : `, ${device}`})`)
  }
  return engines.size > 0 ? [...engines].join(', ') : 'missing'
}

/** The models that can be fetched, the best first, and whether each is here. */
async function listModels(): Promise<string> {
  const models = await describeModels()
  return models.map(({ name, state }) => `${name} (${state})`).join(', ')
}

/** How it is with the Inngest server that runs the durable functions; nothing where this process runs them itself. */
function describeInngest(): { inngest?: string } {
  const inngest = runner().health()
  return inngest === null ? {} : { inngest }
}

type Parts = { database: string; jobs: string; queue: string; disk: string; inngest?: string }

function statusOf({ database, jobs, queue, disk, inngest = 'ok' }: Parts): string {
  const isOk = (part: string) => part.startsWith('ok')
  if (!isOk(database) || !isOk(jobs)) return 'unavailable'
  return [queue, disk, inngest].every(isOk) ? 'ok' : 'degraded'
}

/** Whether this process can answer requests: its database does. */
export async function isReady(): Promise<boolean> {
  return (await checkDatabase()).startsWith('ok')
}

/**
 * The state of the service as strings: status (`ok`, `degraded` while work that is due is not done, the disk is full, or the
 * Inngest server and it disagree, or `unavailable` without a database), version, database, jobs, queue (the work of the durable
 * functions), disk (of the data folder), inngest (where a server runs the functions), ffmpeg, yt-dlp, yt-dlp-extras (what it has besides itself), platforms (those that are failing now), speech (the engine in
 * use), models. A missing program is no failure: only what needs it is unavailable.
 * No program is waited for: facts from a program are those of its last run, and `checking` before the first.
 */
export async function checkHealth(): Promise<Record<string, string>> {
  const ytDlp = lastKnown('yt-dlp', describeYtDlp) ?? CHECKING
  const ytDlpExtras = lastKnown('yt-dlp-extras', describeYtDlpExtras) ?? CHECKING
  const speech = lastKnown('speech', describeSpeech) ?? CHECKING
  const platforms = lastKnown('platforms', describeFailingPlatforms) ?? CHECKING
  const [database, jobs, queue, disk, ffmpeg, models] = await Promise.all([
    checkDatabase(),
    checkJobs(),
    checkWork(),
    checkDisk(),
    checkProgram('ffmpeg', '-version'),
    listModels(),
  ])
  const inngest = describeInngest()
  const status = statusOf({ database, jobs, queue, disk, ...inngest })
  const programs = { ffmpeg, 'yt-dlp': ytDlp, 'yt-dlp-extras': ytDlpExtras }
  return { status, version: VERSION, database, jobs, queue, disk, ...inngest, ...programs, platforms, speech, models }
}

type Answer = { text: string | null; askedAtMs: number; asking: boolean }

/** An answer is good for so long; then the next question has it asked anew. */
const FRESH_MS = 5_000

async function renew(name: string, answer: Answer, ask: () => Promise<string>): Promise<void> {
  answer.asking = true
  try {
    answer.text = await ask()
  } catch (error) {
    log.warn('a part of the health report could not be read', { name, error })
  } finally {
    answer.asking = false
    answer.askedAtMs = performance.now()
  }
}

/**
 * The last result of `ask`, without waiting for it: null before its first answer. Where that is a few seconds old it is asked
 * again in the background, once at a time, however often this is called.
 */
function lastKnown(name: string, ask: () => Promise<string>): string | null {
  const answers = singleton('last-known', () => new Map<string, Answer>())
  const answer = answers.get(name) ?? { text: null, askedAtMs: Number.NEGATIVE_INFINITY, asking: false }
  answers.set(name, answer)
  if (!answer.asking && performance.now() - answer.askedAtMs > FRESH_MS) void renew(name, answer, ask)
  return answer.text
}
