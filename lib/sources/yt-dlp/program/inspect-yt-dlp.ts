import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { runProgram } from '@/lib/core/programs/run-program'
import { workDir } from '@/lib/core/storage/work-dir'
import { type Extras, readExtras } from '../copies/extras.mjs'
import { runtimeArguments } from '../javascript/runtime-arguments'
import type { YtDlp } from './find-yt-dlp'

const TIMEOUT_MS = 30_000
/** Packages may be added to a yt-dlp whose own file stays as it is. */
const FRESH_MS = 3_600_000

const inspected = new Map<string, { extras: Extras; atMs: number }>()

async function inspect({ path: program, version }: YtDlp): Promise<Extras> {
  await mkdir(workDir(), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(workDir(), 'yt-dlp-'))
  try {
    const runtime = await runtimeArguments({ version }, folder)
    // Without a link it ends after it has said what it found.
    const args = ['--ignore-config', '--no-plugin-dirs', '--verbose', ...runtime]
    const run = await runProgram(program, args, { timeoutMs: TIMEOUT_MS, cwd: folder, env: { HOME: folder } })
    const extras = readExtras(`${run.stdout.toString('utf8')}\n${run.stderr}`)
    return { ...extras, runtime: extras.runtime && process.versions.node }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The extras of a yt-dlp, which it prints at its start; remembered for an hour. */
export async function inspectYtDlp(found: YtDlp): Promise<Extras> {
  const changed = await stat(found.path)
  const key = `${found.path} ${changed.mtimeMs}`
  const known = inspected.get(key)
  if (known && performance.now() - known.atMs < FRESH_MS) return known.extras
  const extras = await singleFlight(`extras of ${key}`, () => inspect(found))
  inspected.set(key, { extras, atMs: performance.now() })
  return extras
}
