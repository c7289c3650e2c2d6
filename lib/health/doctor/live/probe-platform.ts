import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { segmentCount } from '@/lib/captions/found-captions'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { withWorkFolder } from '@/lib/core/storage/work-dir'
import { startUpstreamDeadline } from '@/lib/net/network-problem'
import { extractorsFor } from '@/lib/sources/extractors/extractors-for'
import { type SourceResult, tryExtractors } from '@/lib/sources/extractors/try-extractors'
import { downloadFromPlatform } from '@/lib/sources/fetch-audio'
import { recognise } from '@/lib/sources/recognise/recognise'
import { judgeOutcome } from '@/lib/sources/status/request-outcome'
import { errorWords } from '../checks/check'
import type { Probe, ProbePart, ProbeResult } from '../contract'

export type ProbeLimits = { captionsMs: number; soundMs: number }

const LIMITS: ProbeLimits = { captionsMs: 30_000, soundMs: 60_000 }

const CHANGED =
  'Update yt-dlp (npm run -s yt-dlp -- update). If it still fails, export the response with "npm run -s doctor -- --export FOLDER" and report it.'

/** The next step for a failure, by its code. */
const ACTIONS: Readonly<Record<string, string>> = {
  upstream_blocked:
    'The platform takes this server for a bot. Set a proxy for it (EGRESS_PROXY_URL_ and the name of the platform) or cookies (SOURCES_COOKIES_DIR), or try again in an hour.',
  upstream_changed: CHANGED,
  upstream_failed: 'The platform fails. Try again later.',
  upstream_timeout: 'Check the network and the proxy of this machine, then try again.',
  transcriber_unavailable: 'Install yt-dlp: run "npm run -s yt-dlp -- update" with a network connection.',
}
const SEE_LOG = 'See the log of the service for more.'
const GONE = 'The platform responds. Replace this recording with another public one (DOCTOR_PROBES_FILE).'

type Timed<T> = { value: T; problem: null; seconds: number } | { value: null; problem: Problem; seconds: number }

async function timed<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Timed<T>> {
  const startedAt = performance.now()
  const seconds = () => Math.round(performance.now() - startedAt) / 1000
  const deadline = startUpstreamDeadline(timeoutMs, signal)
  try {
    return { value: await deadline.race(work(deadline.signal)), problem: null, seconds: seconds() }
  } catch (error) {
    signal.throwIfAborted()
    const known = error instanceof Problem ? error : null
    const problem = known ?? new Problem('internal_error', { cause: error, detail: errorWords(error) })
    return { value: null, problem, seconds: seconds() }
  } finally {
    deadline.stop()
  }
}

const failedPart = ({ code, message }: Problem, seconds: number): ProbePart => ({
  found: false,
  seconds,
  code,
  seen: message,
})

function captionsPart({ value, problem, seconds }: Timed<SourceResult>): ProbePart {
  if (problem) return failedPart(problem, seconds)
  const { captions } = value
  if (!captions) return { found: false, seconds, code: null, seen: 'The recording has no captions.' }
  return {
    found: true,
    seconds,
    code: null,
    seen: `${segmentCount(captions.segments)} segments in ${captions.lang ?? 'an unknown language'}`,
  }
}

function soundPart({ value, problem, seconds }: Timed<number>): ProbePart {
  if (problem) return failedPart(problem, seconds)
  return { found: true, seconds, code: null, seen: `${(value / 1e6).toFixed(1)} MB` }
}

function fetchSound(ref: MediaRef, signal: AbortSignal): Promise<number> {
  return withWorkFolder('probe', async (folder) => {
    const file = path.join(folder, 'sound')
    await downloadFromPlatform(ref, file, signal)
    return (await stat(file)).size
  })
}

const isFailure = (code: string) => code === 'internal_error' || judgeOutcome(code) === 'failed'

/** The verdict on both parts, with the next step. */
function verdict(captions: ProbePart, sound: ProbePart | null): Pick<ProbeResult, 'status' | 'action'> {
  // A recording whose captions were just listed is there: without sound the download has failed, whatever is said of it.
  const isContradicted = captions.code === null && sound !== null && sound.code !== null
  const code = sound?.code ?? captions.code
  if (code === null) return { status: 'ok', action: null }
  if (!isContradicted && !isFailure(code)) return { status: 'warning', action: GONE }
  const action = ACTIONS[code] ?? (code === 'internal_error' ? SEE_LOG : CHANGED)
  return { status: 'failed', action: withOurCommands(action) }
}

function refOf({ url, platform }: Probe): MediaRef {
  const found = recognise(url)
  if (found.kind === 'recording' && found.ref.platform === platform) return found.ref
  throw new Problem('unsupported_source', { detail: `This isn't a link to a single ${platform} recording.` })
}

/** Asks a platform for the captions of a public recording, and downloads its sound, which is deleted again. */
export async function probePlatform(probe: Probe, signal: AbortSignal, limits = LIMITS): Promise<ProbeResult> {
  const { platform, url } = probe
  const captionsFound = await timed(limits.captionsMs, signal, async (until) => {
    const ref = refOf(probe)
    const requested = { requestedLang: 'auto', strict: false }
    return tryExtractors(extractorsFor(ref), { ref, requested, signal: until, trace: [], timeBudget: 2 })
  })
  const captions = captionsPart(captionsFound)
  const isAnswered = captionsFound.problem === null
  const sound = isAnswered
    ? soundPart(await timed(limits.soundMs, signal, (until) => fetchSound(refOf(probe), until)))
    : null
  return { platform, url, captions, sound, ...verdict(captions, sound) }
}
