import { stat } from 'node:fs/promises'
import path from 'node:path'
import { stoppingSignal } from '@/lib/core/concurrency/stopping'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { childEnvironment } from '@/lib/core/programs/child-environment.mjs'
import { runProgram } from '@/lib/core/programs/run-program'
import { checkedFile, currentCopy } from './copies.mjs'

const DAY_MS = 24 * 3_600_000
/** Services that were started together look at different times. */
const JITTER_MS = 2 * 3_600_000
const UPDATE_TIMEOUT_MS = 15 * 60_000

const jitterMs = Math.random() * JITTER_MS

async function changedAtMs(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0
}

/** Whether a day has passed since the copy was put into place and since a newer one was looked for. */
async function isDue(): Promise<boolean> {
  const { YTDLP_CHANNEL, YTDLP_PATH, dataDir } = env()
  if (YTDLP_CHANNEL === 'off' || YTDLP_PATH) return false
  const folder = path.join(dataDir, 'yt-dlp')
  const current = currentCopy(folder)
  if (current === null) return false
  const files = [checkedFile(folder), path.join(current, 'yt-dlp')]
  const lastMs = Math.max(...(await Promise.all(files.map(changedAtMs))))
  return Date.now() - lastMs > DAY_MS + jitterMs
}

/** The environment of `npm run yt-dlp`: pip has its own settings, proxies and certificates. */
function commandEnvironment(): Record<string, string> {
  const { YTDLP_CHANNEL, dataDir } = env()
  const given = Object.entries(childEnvironment({}, 'install')).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(given), VERBATIM_DATA: dataDir, YTDLP_CHANNEL }
}

/**
 * Checks for a newer release of yt-dlp when a check is due, in a separate process, and switches to it. Does nothing
 * when no index answers. Returns whether a check was due.
 */
export async function updateWhenDue(): Promise<boolean> {
  if (!(await isDue())) return false
  const command = path.join(process.cwd(), 'server', 'setup', 'operators', 'run.mjs')
  const run = await runProgram(process.execPath, [command, 'yt-dlp', 'update', '--background'], {
    timeoutMs: UPDATE_TIMEOUT_MS,
    signal: stoppingSignal(),
    env: commandEnvironment(),
  })
  const said = run.stdout.toString('utf8').trim()
  if (run.ended === 'exited' && run.exitCode === 0) {
    if (said === '') log.debug('there is no newer yt-dlp, or no index that answers')
    else log.info('yt-dlp was updated', { said })
  } else log.warn('yt-dlp could not be updated; the copy in use stays', { said: run.stderr.trim() })
  return true
}
