import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { parseUrl } from '@/lib/core/http/parse-url'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { diskProblem } from '@/lib/core/storage/disk-space'
import { startUpstreamDeadline } from '@/lib/net/network-problem'
import { openLink } from '@/lib/net/open-link'
import { isHostOf } from '@/lib/platforms/platforms'
import { sourceOf } from '@/lib/platforms/site-sources'
import { keepingAnswers } from './answers/keep-answer'
import { askedFor, withBreaker } from './breaker'
import { checkSwitchedOn } from './check-switched-on'
import { isExtractorFault } from './extractors/extractor-failures'
import { fallbackExtractor } from './extractors/extractors-for'
import { countedRequest } from './status/count-request'
import { downloadAudio } from './yt-dlp/download-audio'

const FALLBACK_TIMEOUT_MS = 15_000
/** The problems of a refused file URL, which may have expired. */
const REFUSALS: ReadonlySet<string> = new Set(['source_not_found', 'source_login_required', 'source_geo_blocked'])

const DOWNLOAD_TIMEOUT_MS = 3_600_000

type Options = { signal: AbortSignal; platform?: string; headers?: Readonly<Record<string, string>> }

/**
 * Downloads a direct link into a file, which appears when it is complete. Throws what `openLink` throws, and
 * `storage_unavailable` on a full disk.
 */
async function downloadLink(url: string, file: string, options: Options): Promise<void> {
  const { body } = await openLink(url, { ...options, totalTimeoutMs: DOWNLOAD_TIMEOUT_MS })
  const part = `${file}.part`
  try {
    await pipeline(body, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw diskProblem(error)
  }
}

/** Downloads the audio that a fallback names, from the platform's own hosts. Returns false where there is none. */
async function downloadByFallback(ref: MediaRef, file: string, signal: AbortSignal): Promise<boolean> {
  const deadline = startUpstreamDeadline(FALLBACK_TIMEOUT_MS, signal)
  try {
    const found = await fallbackExtractor(ref)?.probe(ref, deadline.signal)
    if (found?.audio?.kind !== 'link') return false
    const { url, headers = {} } = found.audio
    const hosts = sourceOf(ref.platform)?.hosts ?? []
    if (hosts === 'public' || !isHostOf(parseUrl(url)?.hostname ?? '', hosts)) return false
    await downloadLink(url, file, { signal, platform: ref.platform, headers })
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem) || !(isExtractorFault(error) || REFUSALS.has(error.code))) throw error
    log.info('the fallback of a platform gave no audio', { platform: ref.platform, code: error.code })
    return false
  } finally {
    deadline.stop()
  }
}

/** Downloads the audio of a platform's recording, without the breaker. Throws what the platform refuses with. */
export async function downloadFromPlatform(ref: MediaRef, file: string, signal: AbortSignal): Promise<void> {
  try {
    const asked = { platform: ref.platform, extractor: 'yt-dlp download' }
    await keepingAnswers(asked, () => downloadAudio(ref, file, { signal }))
  } catch (error) {
    if (!(error instanceof Problem) || !isExtractorFault(error)) throw error
    if (!(await downloadByFallback(ref, file, signal))) throw error
  }
}

/**
 * Downloads the audio of a recording into a file, which appears when it is complete: a direct link as it is, a platform's
 * by yt-dlp, and where that fails by the platform's fallback. Throws what the source refuses with.
 */
export async function fetchAudio(ref: MediaRef, file: string, signal: AbortSignal): Promise<void> {
  if (ref.platform === 'podcast') return downloadLink(ref.openUrl ?? ref.url, file, { signal })
  checkSwitchedOn(ref.platform)
  const counted = { platform: ref.platform, kind: 'audio' } as const
  const asked = askedFor(ref)
  await withBreaker(asked, () => countedRequest(counted, () => downloadFromPlatform(ref, file, signal)))
}
