import { inngestMode } from '@/lib/durable/inngest-mode'
import { currentTroubles } from '@/lib/durable/server-troubles'
import { pool } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { findProgram } from '@/lib/platform/programs/find-program'
import { VERSION } from '@/lib/platform/version'
import { describeYtDlp } from '@/lib/sources/yt-dlp/describe-yt-dlp'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { describeModels } from '@/lib/speech/models/describe-models'
import { lastKnown } from './last-known'

const CHECKING = 'checking'

async function checkDatabase(): Promise<string> {
  try {
    const { rows } = await pool().query<{ server_version: string }>('show server_version')
    return `ok (PostgreSQL ${rows[0]?.server_version ?? '?'})`
  } catch (error) {
    log.warn('the database does not answer', { error })
    return 'unreachable'
  }
}

async function checkJobs(): Promise<string> {
  try {
    const { rows } = await pool().query<{ running: string }>(
      'select count(*) as running from job where finished_at is null',
    )
    return `ok (${rows[0]?.running ?? 0} running)`
  } catch (error) {
    log.warn('the jobs can not be counted', { error })
    return 'unreachable'
  }
}

/** On PATH or not is seen at once; the version is what the program says itself. */
async function checkProgram(name: string, versionArgument: string): Promise<string> {
  if (!(await findProgram(name))) return 'missing'
  const version = async () => (await findProgram(name, [versionArgument]))?.version ?? 'ok'
  return lastKnown(name, version) ?? 'ok'
}

async function describeSpeech(): Promise<string> {
  const chosen = await configuredEngine()
  return chosen.engine ? `${chosen.engine.id} (${chosen.engine.model})` : 'missing'
}

/** The models that can be fetched, the best first, and whether each is here. */
async function listModels(): Promise<string> {
  const models = await describeModels()
  return models.map(({ name, state }) => `${name} (${state})`).join(', ')
}

/** How it is with the Inngest server that runs the durable functions; nothing where this process runs them itself. */
function describeInngest(): { inngest?: string } {
  const { kind } = inngestMode()
  if (kind === 'embedded') return {}
  return { inngest: currentTroubles().join(' ') || `ok (${kind})` }
}

function statusOf(checks: { database: string; jobs: string; inngest?: string }): string {
  const { database, jobs, inngest = 'ok' } = checks
  if (!database.startsWith('ok') || !jobs.startsWith('ok')) return 'unavailable'
  return inngest.startsWith('ok') ? 'ok' : 'degraded'
}

/**
 * What the service works with, as strings: status (`ok`, `degraded` while the Inngest server and it do not get on, or
 * `unavailable` without a database), version, database, jobs, inngest (where a server runs the durable functions),
 * ffmpeg, yt-dlp, speech (the engine in use), models. A missing program is no failure: only what needs it is unavailable.
 * No program is waited for: of what only a program can tell, what it told last is said, and before that `checking`.
 */
export async function checkHealth(): Promise<Record<string, string>> {
  const ytDlp = lastKnown('yt-dlp', describeYtDlp) ?? CHECKING
  const speech = lastKnown('speech', describeSpeech) ?? CHECKING
  const [database, jobs, ffmpeg, models] = await Promise.all([
    checkDatabase(),
    checkJobs(),
    checkProgram('ffmpeg', '-version'),
    listModels(),
  ])
  const inngest = describeInngest()
  const status = statusOf({ database, jobs, ...inngest })
  return { status, version: VERSION, database, jobs, ...inngest, ffmpeg, 'yt-dlp': ytDlp, speech, models }
}
