import { stat } from 'node:fs/promises'
import path from 'node:path'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { isServiceStopping } from '@/lib/core/concurrency/stopping'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { findProgram } from '@/lib/core/programs/find-program'
import { runProgram, wasInterrupted } from '@/lib/core/programs/run-program'
import { currentCopy } from '../copies/copies.mjs'

/** A yt-dlp that runs. `version` is the day of its release, such as `2026.10.26`. */
export type YtDlp = { path: string; version: string; ageDays: number }

const DAY_MS = 24 * 3600 * 1000
const VERSION_TIMEOUT_MS = 30_000
const DEFAULT_DATA_FOLDER = '.verbatim'

/** The version that a file reports; `none`: no working yt-dlp; `unanswered`: it hung or was ended. */
type Announced = { version: string } | 'none' | 'unanswered'

/** The versions by path and time of the last change, so that an update needs no restart. */
const reported = new Map<string, { version: string }>()

async function ask(file: string): Promise<Announced> {
  try {
    const run = await runProgram(file, ['--ignore-config', '--version'], { timeoutMs: VERSION_TIMEOUT_MS })
    const version = /^\d{4}\.\d{1,2}\.\d{1,2}/m.exec(run.stdout.toString('utf8'))?.[0]
    if (version) return { version }
    return run.ended === 'timedOut' || wasInterrupted(run) ? 'unanswered' : 'none'
  } catch (error) {
    if (isServiceStopping(error)) throw error
    // Not ours to run, or no program: as good as none.
    return 'none'
  }
}

async function versionOf(file: string): Promise<Announced> {
  const changed = await stat(file).catch(() => null)
  if (!changed?.isFile()) return 'none'
  const key = `${file} ${changed.mtimeMs}`
  const known = reported.get(key)
  if (known) return known
  const answer = await singleFlight(`version of ${key}`, () => ask(file))
  if (typeof answer === 'object') reported.set(key, answer)
  return answer
}

function releasedAt(version: string): number {
  const [year = 0, month = 1, day = 1] = version.split('.').map(Number)
  return Date.UTC(year, month - 1, day)
}

/** The places of yt-dlp. Tests have separate data folders and share the copy in the default one. */
async function candidates(): Promise<string[]> {
  const { YTDLP_PATH, dataDir } = env()
  if (YTDLP_PATH) return [path.resolve(YTDLP_PATH)]
  const onPath = await findProgram('yt-dlp')
  const copies = [dataDir, path.resolve(DEFAULT_DATA_FOLDER)].flatMap(
    (dir) => currentCopy(path.join(dir, 'yt-dlp')) ?? [],
  )
  return [...new Set([...(onPath ? [onPath.path] : []), ...copies.map((copy) => path.join(copy, 'yt-dlp'))])]
}

/** The newest yt-dlp that runs, and whether another one did not answer. */
async function lookForYtDlp(): Promise<{ newest: YtDlp | null; unanswered: boolean }> {
  const found: YtDlp[] = []
  let unanswered = false
  for (const file of await candidates()) {
    const answer = await versionOf(file)
    unanswered ||= answer === 'unanswered'
    if (typeof answer === 'string') continue
    const { version } = answer
    found.push({ path: file, version, ageDays: Math.max(0, Math.floor((Date.now() - releasedAt(version)) / DAY_MS)) })
  }
  return { newest: found.sort((a, b) => a.ageDays - b.ageDays)[0] ?? null, unanswered }
}

/**
 * The yt-dlp to use: the one that `YTDLP_PATH` names, else the newest of the one on PATH and the private copies that
 * `npm start` keeps in the data folder (a system's own package is often years old). Null when none runs.
 */
export async function findYtDlp(): Promise<YtDlp | null> {
  return (await lookForYtDlp()).newest
}

/**
 * As `findYtDlp`. Throws `transcriber_unavailable` when there is none, and `service_unavailable` when there is one that did
 * not answer.
 */
export async function requireYtDlp(): Promise<YtDlp> {
  const { newest, unanswered } = await lookForYtDlp()
  if (newest) return newest
  if (unanswered) throw new Problem('service_unavailable', { cause: 'yt-dlp did not tell its version' })
  throw new Problem('transcriber_unavailable', {
    detail:
      'This link needs yt-dlp, which is not installed on this server. Install it with "pip install yt-dlp"; uploads, podcasts, direct links and captions of YouTube work without it.',
    context: { program: 'yt-dlp' },
  })
}
