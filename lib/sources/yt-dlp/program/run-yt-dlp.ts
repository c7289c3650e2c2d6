import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { type ProgramRun, runProgram } from '@/lib/core/programs/run-program'
import type { EgressRefusal } from '@/lib/net/egress-proxy/egress-grant'
import { withEgress } from '@/lib/net/egress-proxy/with-egress'
import { startUpstreamDeadline } from '@/lib/net/network-problem'
import { type Platform, SITES } from '@/lib/platforms/platforms'
import { sourceOf } from '@/lib/platforms/site-sources'
import { whileInUse } from '../copies/while-in-use'
import { lastLine } from '../failures/error-line'
import { runtimeArguments } from '../javascript/runtime-arguments'
import { requireYtDlp } from './find-yt-dlp'
import { type ChildKind, withChildSlot } from './with-child-slot'

export type YtDlpRun = {
  run: ProgramRun
  refusals: readonly EgressRefusal[]
  /** Its working folder, removed when `use` has ended. */
  folder: string
}

/** The opened recording or list. */
type Opened = Pick<MediaRef, 'platform' | 'url' | 'openUrl'>

type Options = {
  kind: ChildKind
  /** Waiting for its turn counts. */
  timeoutMs: number
  signal: AbortSignal
  /** Most bytes that may pass its way out. */
  maxBytes: number
  /** The folder that its working folder is made in. */
  parent: string
  stdoutLimitBytes?: number
  /** The extractors to use in place of those of the platform's recordings. */
  extractors?: readonly string[]
  onStdout?: (chunk: Buffer) => void
}

/** Without the machine's configuration and caches, other extractors than the platform's, and faked addresses. */
const ISOLATION = [
  '--ignore-config',
  '--no-update',
  '--no-cache-dir',
  '--no-playlist',
  '--playlist-items',
  '1',
  '--color',
  'no_color',
  '--xff',
  'never',
]

/** The certificates that the service itself is configured to trust; Python knows no `NODE_EXTRA_CA_CERTS`. */
function trustedCertificates(): string | undefined {
  return process.env.SSL_CERT_FILE || process.env.NODE_EXTRA_CA_CERTS || undefined
}

function environment(home: string): Record<string, string> {
  const certificates = trustedCertificates()
  return {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    TMPDIR: home,
    PYTHONNOUSERSITE: '1',
    PYTHONSAFEPATH: '1',
    PYTHONUTF8: '1',
    ...(certificates ? { SSL_CERT_FILE: certificates, REQUESTS_CA_BUNDLE: certificates } : {}),
  }
}

/** The operator's own plugins, such as one that gives proofs of origin (PO tokens). No others are looked for. */
function pluginArguments(): string[] {
  const folders = env().YTDLP_PLUGIN_DIRS
  return ['--no-plugin-dirs', ...folders.flatMap((folder) => ['--plugin-dirs', path.resolve(folder)])]
}

function link({ openUrl, url }: Opened): string {
  const opened = openUrl ?? url
  if (!/^https?:\/\//.test(opened)) throw new Problem('unsupported_source')
  return opened
}

/**
 * Copies the operator's cookie file of a platform, where there is one, into a folder that only we can read: yt-dlp writes
 * its cookies back, and the operator's file has to stay as it is. Gives the copy's path, or null.
 */
async function copyCookies(platform: string, folder: string): Promise<string | null> {
  const { SOURCES_COOKIES_DIR } = env()
  if (!SOURCES_COOKIES_DIR) return null
  try {
    const cookies = await readFile(path.join(SOURCES_COOKIES_DIR, `${platform}.txt`))
    const copy = path.join(folder, 'cookies.txt')
    await writeFile(copy, cookies, { mode: 0o600, flag: 'wx' })
    return copy
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Runs yt-dlp on a recording's link: isolated from the machine's configuration, with network access to the platform's
 * hosts only, the operator's cookies for the platform, and a working folder that is deleted afterwards. `args` are the
 * arguments for this call. Returns the result of `use`. Rejects with `upstream_timeout` when its time is up, with the
 * signal's reason on abort, and with `transcriber_unavailable` when there is no yt-dlp.
 */
export async function runYtDlp<T>(
  ref: Opened,
  args: (folder: string) => readonly string[],
  options: Options,
  use: (run: YtDlpRun) => Promise<T>,
): Promise<T> {
  const access = sourceOf(ref.platform)
  if (!access) throw new Problem('unsupported_source')
  const opened = link(ref)
  const deadline = startUpstreamDeadline(options.timeoutMs, options.signal)
  try {
    // Without yt-dlp the call fails before it waits for a slot.
    await deadline.race(requireYtDlp())
    return await withChildSlot(options.kind, deadline.signal, async () => {
      await mkdir(options.parent, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(path.join(options.parent, 'yt-dlp-'))
      const home = path.join(folder, 'home')
      await mkdir(home)
      try {
        const cookies = await copyCookies(ref.platform, folder)
        const grant = {
          platform: ref.platform,
          allowedHosts: access.hosts,
          // A platform is asked as that platform only, with its proxy, its circuits and its switch.
          refusedHosts: access.hosts === 'public' ? SITES.flatMap(({ hosts }) => hosts) : [],
          maxBytes: options.maxBytes,
        }
        return await withEgress(grant, async ({ proxyUrl, refusals }) => {
          const all = [
            ...ISOLATION,
            ...pluginArguments(),
            ...['--ies', (options.extractors ?? access.ytDlp.recordings).join(',')],
            ...['--proxy', proxyUrl],
            // Without this it would trust its own list of authorities only, where that is installed.
            ...(trustedCertificates() ? ['--compat-options', 'no-certifi'] : []),
            ...(cookies ? ['--cookies', cookies] : []),
            ...args(folder),
            '--',
            opened,
          ]
          const run = await runNewest(all, home, { ...options, signal: deadline.signal, cwd: folder })
          warnOfChallenges(run, ref.platform)
          return use({ run, refusals, folder })
        })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  } finally {
    deadline.stop()
  }
}

/** Runs the yt-dlp of now, which stays where it is until it has ended. */
async function runNewest(
  args: readonly string[],
  home: string,
  options: Parameters<typeof runProgram>[2],
): Promise<ProgramRun> {
  const program = await requireYtDlp()
  const runtime = await runtimeArguments(program, home)
  return whileInUse(program.path, () =>
    runProgram(program.path, [...runtime, ...args], { ...options, env: environment(home) }),
  )
}

/** Logs that yt-dlp could not solve a challenge: the formats that it leaves out then are noticed later or never. */
function warnOfChallenges({ stderr }: ProgramRun, platform: Platform): void {
  const reason = /^WARNING: .*(?:Error solving|solving failed).*$/m.exec(stderr)?.[0]
  if (reason) log.warn("yt-dlp did not solve a platform's challenge", { platform, said: lastLine(reason) })
}
