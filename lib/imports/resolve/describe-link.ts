import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import type { PodcastTarget } from '@/lib/podcasts/feed'
import { fetchWholeFeed } from '@/lib/podcasts/fetch/fetch-whole-feed'
import { resolvePodcast } from '@/lib/podcasts/resolve-podcast'
import { directLink } from '@/lib/sources/files/direct-link'
import { probeLink } from '@/lib/sources/files/probe-link'
import { readList } from '@/lib/sources/lists/read-list'
import { listTracks } from '@/lib/sources/query-source'
import { orPageProblem } from '@/lib/sources/recognise/left-to-yt-dlp'
import { severalRecordings } from '@/lib/sources/recognise/link-problems'
import { noRecordingOn } from '@/lib/sources/recognise/recognise'
import type { ListLink, Recognised } from '@/lib/sources/recognise/recognised'
import { resolveShortLink } from '@/lib/sources/recognise/short-links/resolve-short-link'
import { withTimeBudget } from '@/lib/transcripts/time-budget'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import { ANSWER_BUDGET_MS } from '../show/find-podcast'
import { rememberPodcast, toResolveResponse } from '../show/resolve-link'
import { resolveStored, toStoredLink } from '../source/stored-link'
import type { ResolvedLink } from './contract'

/** How long to wait for a platform; after that the recording is named without its title. */
const LOOK_BUDGET_MS = 9_000
/** A first page of most lists: enough to name them, and to count the short ones. */
const FIRST_ITEMS = 100

type MediaRef = ReturnType<typeof directLink>

const NOTHING = { recording: null, list: null, podcast: null }

const wholeSeconds = (ms: number | null) => (ms === null ? null : Math.ceil(ms / 1000))

function toRecording(
  { platform, url, videoId }: MediaRef,
  title: string | null,
  durationMs: number | null,
): ResolvedLink {
  const recording = { video_id: videoId, title, duration_seconds: wholeSeconds(durationMs) }
  return { ...NOTHING, kind: 'recording', platform, url, recording }
}

/** Describes a recording. A problem with it is thrown; without an answer of the platform it has no title. */
async function describeRecording(ref: MediaRef): Promise<ResolvedLink> {
  try {
    const { title, durationMs } = await listTracks(ref, LOOK_BUDGET_MS)
    return toRecording(ref, title, durationMs)
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    const isAway = error instanceof Problem && (error.status >= 500 || error.status === 429)
    if (!isLate && !isAway) throw error
    return toRecording(ref, ref.title, null)
  }
}

async function describeList(link: ListLink, signal: AbortSignal): Promise<ResolvedLink> {
  const { platform, url, list: kind } = link
  const { title, author, count } = await readList(link, FIRST_ITEMS, signal)
  return { ...NOTHING, kind: 'list', platform, url, list: { kind, title, author, count } }
}

async function describePodcast(
  actor: Actor,
  target: PodcastTarget,
  link: string,
  signal: AbortSignal,
): Promise<ResolvedLink> {
  if (target.kind === 'other') return describeFile(link, signal)
  if (target.kind === 'several') throw severalRecordings(target.urls)
  if (target.kind === 'elsewhere') {
    return orPageProblem(target.pageProblem, () => describeFound(actor, target.found, signal))
  }
  if (target.kind === 'show') {
    const whole = { ...target, feed: await fetchWholeFeed(target, signal) }
    await rememberPodcast(actor, whole)
    const podcast = await toResolveResponse(whole)
    return { ...NOTHING, kind: 'show', platform: 'podcast', url: withoutCredentials(target.source.url), podcast }
  }
  await rememberPodcast(actor, target)
  const podcast = await toResolveResponse(target)
  const ref = directLink(new URL(target.kind === 'audio' ? target.audioUrl : target.episode.audioUrl))
  if (target.kind === 'audio') return { ...toRecording(ref, ref.title, null), podcast }
  const { title, durationSeconds } = target.episode
  return { ...toRecording(ref, title, durationSeconds === null ? null : durationSeconds * 1000), podcast }
}

/** A video or caption file, which is no podcast. */
async function describeFile(link: string, signal: AbortSignal): Promise<ResolvedLink> {
  const probe = await probeLink(link, { signal, timeoutMs: LOOK_BUDGET_MS })
  if (probe.kind === 'page') throw probe.refusal ?? noRecordingOn(new URL(link))
  const ref = directLink(new URL(link))
  return toRecording(ref, ref.title, null)
}

async function describeFound(actor: Actor, found: Recognised, signal: AbortSignal): Promise<ResolvedLink> {
  switch (found.kind) {
    case 'recording':
      return describeRecording(found.ref)
    case 'list':
      return describeList(found, signal)
    case 'podcast':
      return describePodcast(
        actor,
        await resolvePodcast(found.service === 'apple' ? found : found.url, signal),
        found.url,
        signal,
      )
    case 'link':
      return describePodcast(actor, await resolvePodcast(found.url.href, signal), found.url.href, signal)
    case 'short':
    case 'page':
      return describeFound(actor, await resolveShortLink(found.url, signal), signal)
  }
}

/**
 * The target of a pasted link: one recording, a list of videos, or a show. Free of charge.
 * Throws, naming the field of the request, `invalid_url`, `blocked_url`, `unsupported_source`, what the platform
 * refuses with, and `upstream_timeout` after 40 s.
 */
export async function describeLink(actor: Actor, link: string, signal: AbortSignal): Promise<ResolvedLink> {
  return withFieldContext('url', link, async () => {
    const found = await withTimeBudget(ANSWER_BUDGET_MS, signal, (budget) =>
      budget.spend(async (left) => {
        const stored = await toStoredLink(actor, link)
        return describeFound(actor, await resolveStored(stored, left), left)
      }),
    )
    if (!found) throw new Problem('upstream_timeout')
    return found
  })
}
