import { findProgram } from '@/lib/media/find-program'
import { pool } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { VERSION } from '@/lib/platform/version'
import { describeYtDlp } from '@/lib/sources/yt-dlp/describe-yt-dlp'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { describeModels } from '@/lib/speech/models/describe-models'

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

async function checkProgram(name: string, versionArgument: string): Promise<string> {
  const program = await findProgram(name, [versionArgument])
  return program ? (program.version ?? 'ok') : 'missing'
}

async function checkSpeech(): Promise<string> {
  const chosen = await configuredEngine()
  return chosen.engine ? `${chosen.engine.id} (${chosen.engine.model})` : 'missing'
}

/** The models that can be fetched, the best first, and whether each is here. */
async function listModels(): Promise<string> {
  const models = await describeModels()
  return models.map(({ name, state }) => `${name} (${state})`).join(', ')
}

/**
 * What the service works with, as strings: status (`ok`, or `unavailable` without a database), version, database, jobs,
 * ffmpeg, yt-dlp, speech (the engine in use), models. A missing program is no failure: only what needs it is unavailable.
 */
export async function checkHealth(): Promise<Record<string, string>> {
  const [database, jobs, ffmpeg, ytDlp, speech, models] = await Promise.all([
    checkDatabase(),
    checkJobs(),
    checkProgram('ffmpeg', '-version'),
    describeYtDlp(),
    checkSpeech(),
    listModels(),
  ])
  const status = database.startsWith('ok') && jobs.startsWith('ok') ? 'ok' : 'unavailable'
  return { status, version: VERSION, database, jobs, ffmpeg, 'yt-dlp': ytDlp, speech, models }
}
