import { stat } from 'node:fs/promises'
import path from 'node:path'
import { findProgram } from '@/lib/media/find-program'
import { runProgram } from '@/lib/media/run-program'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'

/** A yt-dlp that runs. `version` is the day of its release, such as `2026.10.26`. */
export type YtDlp = { path: string; version: string; ageDays: number }

const DAY_MS = 24 * 3600 * 1000
const VERSION_TIMEOUT_MS = 30_000
const DEFAULT_DATA_FOLDER = '.verbatim'

/** Versions by file and time of its last change, so that an update needs no restart. */
const versions = new Map<string, string>()

async function versionOf(file: string): Promise<string | null> {
  const changed = await stat(file).catch(() => null)
  if (!changed?.isFile()) return null
  const key = `${file} ${changed.mtimeMs}`
  const known = versions.get(key)
  if (known) return known
  try {
    const run = await runProgram(file, ['--ignore-config', '--version'], { timeoutMs: VERSION_TIMEOUT_MS })
    const version = /^\d{4}\.\d{1,2}\.\d{1,2}/m.exec(run.stdout.toString('utf8'))?.[0] ?? null
    if (version) versions.set(key, version)
    return version
  } catch {
    // Not ours to run, or no program: as good as none.
    return null
  }
}

function releasedAt(version: string): number {
  const [year = 0, month = 1, day = 1] = version.split('.').map(Number)
  return Date.UTC(year, month - 1, day)
}

/** Where it is looked for. Tests have data folders of their own and share the copy in the default one. */
async function candidates(): Promise<string[]> {
  const { YTDLP_PATH, dataDir } = env()
  if (YTDLP_PATH) return [path.resolve(YTDLP_PATH)]
  const onPath = await findProgram('yt-dlp')
  const privateCopies = [dataDir, path.resolve(DEFAULT_DATA_FOLDER)].map((dir) => path.join(dir, 'yt-dlp', 'yt-dlp'))
  return [...new Set([...(onPath ? [onPath.path] : []), ...privateCopies])]
}

/**
 * The yt-dlp to use: the one that `YTDLP_PATH` names, else the newest of the one on PATH and the private copies that
 * `npm start` keeps in the data folder (a system's own package is often years old). Null when none runs.
 */
export async function findYtDlp(): Promise<YtDlp | null> {
  const found: YtDlp[] = []
  for (const file of await candidates()) {
    const version = await versionOf(file)
    if (version === null) continue
    found.push({ path: file, version, ageDays: Math.max(0, Math.floor((Date.now() - releasedAt(version)) / DAY_MS)) })
  }
  return found.sort((a, b) => a.ageDays - b.ageDays)[0] ?? null
}

/** As `findYtDlp`. Throws `transcriber_unavailable` when there is none. */
export async function requireYtDlp(): Promise<YtDlp> {
  const found = await findYtDlp()
  if (found) return found
  throw new Problem('transcriber_unavailable', {
    detail:
      'This link needs yt-dlp, which is not installed on this server. Install it with "pip install yt-dlp"; uploads, podcasts, direct links and captions of YouTube work without it.',
    context: { program: 'yt-dlp' },
  })
}
