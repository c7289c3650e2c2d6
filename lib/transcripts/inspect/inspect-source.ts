import type { MediaRef } from '@/lib/archive/media/media-ref'
import { saveMedia } from '@/lib/archive/media/save-media'
import { captionOrigin } from '@/lib/archive/transcripts/recording-origin'
import { CAPTION_EXAMPLES } from '@/lib/captions/formats/formats'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { chooseTrack, type LanguageRequest } from '@/lib/captions/language/choose-track'
import { dialogueTracks } from '@/lib/captions/tracks/dialogue-tracks'
import { requestedTrack } from '@/lib/captions/tracks/requested-track'
import { parseTrackId } from '@/lib/captions/tracks/track-ids'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { withAdvisoryLock } from '@/lib/core/db/advisory-lock'
import { Problem } from '@/lib/core/problem/problem'
import { readCaptionFile } from '@/lib/media/captions/read-caption-file'
import { checkLength } from '@/lib/media/check-length'
import { type Inspection, inspectFile, inspectRecording } from '@/lib/media/inspect-file'
import type { MediaProbe } from '@/lib/media/probe-media'
import { mediaKind } from '@/lib/podcasts/parse/media-kind'
import { isFeedVouchedFor, originOf, type TranscriptOrigins, transcriptOrigins } from '@/lib/podcasts/transcript-origin'
import { withLinkedMedia } from '@/lib/sources/files/linked-media'
import { type PageLink, probeLink } from '@/lib/sources/files/probe-link'
import { type RememberedProbe, recallProbe } from '@/lib/sources/memory/remembered-probe'
import { querySource } from '@/lib/sources/query-source'
import { orPageProblem } from '@/lib/sources/recognise/left-to-yt-dlp'
import { usableCaptions } from '@/lib/speech/configured-engine'
import { withUploadedFile } from '@/lib/uploads/with-uploaded-file'
import { findStored } from '../deliver/find-stored'
import type { Located } from '../locate/locate-link'
import { withCaptionsContext } from '../with-field-context'
import { findPublishedCaptions } from './find-published-captions'
import { finishInspection, type Outcome } from './finish-inspection'

type Asked = {
  ref: MediaRef
  requested: LanguageRequest
  limitMs: number
  /** Other facts that must be equal for an inspection to be shared. */
  sharedBy?: readonly string[]
  /** The accepted origins, the best first: the recording itself where none are given. */
  origins?: readonly string[]
}

/**
 * Inspects a recording once, however many callers want it at the same time, in this and other processes: the first
 * inspects, within a time limit, and the others get its result. Throws what `inspect` throws; a TimeoutError when it
 * takes too long.
 */
function inspectOnce(
  { ref, requested, limitMs, sharedBy = [], origins }: Asked,
  inspect: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const { platform, videoId, accessKey } = ref
  const key = ['ask', platform, videoId, accessKey, requested.requestedLang, requested.strict, ...sharedBy].join(' ')
  const inspectUnlessFound = async (signal: AbortSignal): Promise<Outcome> => {
    const found = await findStored(ref, requested, origins)
    if (found?.transcript.complete && !found.outdated) return { kind: 'stored', stored: found.transcript, cached: true }
    return inspect(signal)
  }
  return singleFlight(key, () =>
    withDeadline({ timeoutMs: limitMs }, (signal) => withAdvisoryLock(key, signal, () => inspectUnlessFound(signal))),
  )
}

/** A slow server may take longer than an immediate response allows: then the job inspects the link. */
const LINK_TIMEOUT_MS = 15_000
/** The time limit for a publisher's transcript; a caller who can't wait goes without. */
export const EPISODE_TIMEOUT_MS = 20_000

const SOUND_ONLY: Inspection = { kind: 'audio', captions: null, durationMs: null, title: null }

const carriesNothing = ({ textTracks, audioTracks }: MediaProbe) => textTracks.length === 0 && audioTracks.length > 0

/** The captions in a linked media file, as in an upload; a file that is too large to inspect now is left to the job. */
async function inspectLinkedMedia(ref: MediaRef, requested: LanguageRequest, signal: AbortSignal): Promise<Outcome> {
  const limits = { signal, timeoutMs: LINK_TIMEOUT_MS }
  const seen = await withLinkedMedia(
    ref.openUrl ?? ref.url,
    limits,
    carriesNothing,
    async ({ file, probe, isWhole }) => {
      if (isWhole) return inspectFile(file, requested, signal)
      const { durationMs, hasVideo, tags } = probe
      checkLength(durationMs)
      return { kind: hasVideo ? 'video' : 'audio', captions: null, durationMs, title: tags.title } as const
    },
  )
  if (seen) return finishInspection(ref, requested, seen)
  const media = await saveMedia(ref, { kind: 'audio' })
  return { kind: 'speech', media, durationMs: null, captionless: false, spokenLang: null }
}

async function inspectLink(
  ref: MediaRef,
  requested: LanguageRequest,
  signal: AbortSignal,
): Promise<Outcome | PageLink> {
  const lang = requested.requestedLang
  const link = await probeLink(ref.openUrl ?? ref.url, { signal, timeoutMs: LINK_TIMEOUT_MS, lang })
  switch (link.kind) {
    case 'page':
      return link
    case 'captions':
      requestedTrack(requested.requestedLang, [{ ...link.captions, name: null }])
      return finishInspection(ref, requested, { ...SOUND_ONLY, kind: 'none', captions: link.captions })
    case 'media': {
      if (!link.mayCarryCaptions) return finishInspection(ref, requested, SOUND_ONLY)
      const inspect = (shared: AbortSignal) => inspectLinkedMedia(ref, requested, shared)
      return inspectOnce({ ref, requested, limitMs: LINK_TIMEOUT_MS }, inspect)
    }
  }
}

type LocatedEpisode = Extract<Located, { kind: 'episode' }>

/** The description of the feed is not stored with the media: see `describeLibraryItem`. */
async function inspectEpisode(
  { ref, episode, failures }: LocatedEpisode,
  origins: TranscriptOrigins,
  requested: LanguageRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const published = await findPublishedCaptions(episode, requested, failures, signal)
  const origin = published ? originOf(episode, origins, published.servedBy) : ''
  const kind = mediaKind(episode.audioUrl, null, 'audio') ?? 'audio'
  const { durationMs } = episode
  const captions = published?.captions ?? null
  const seen: Inspection = { kind, captions, durationMs, title: null, spokenLang: episode.lang }
  const outcome = await finishInspection(ref, requested, seen, origin)
  return outcome.kind === 'stored' ? outcome : { ...outcome, durationMs: null, claimedDurationMs: durationMs }
}

type LocatedUpload = Extract<Located, { kind: 'upload' }>

async function readCaptions(file: string, lang: string, signal: AbortSignal): Promise<FoundCaptions> {
  const captions = await readCaptionFile(file, { lang, signal })
  if (captions) return captions
  throw new Problem('unsupported_media', {
    detail: `This is not a caption file with text. Send a file such as ${CAPTION_EXAMPLES}, or leave captions out.`,
  })
}

async function inspectUpload(
  { ref, captionsId }: LocatedUpload,
  requested: LanguageRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  if (captionsId === null) {
    const inspect = (file: string) => inspectFile(file, requested, signal)
    return finishInspection(ref, requested, await withUploadedFile(ref.videoId, signal, inspect))
  }
  const recording = await withUploadedFile(ref.videoId, signal, (file) => inspectRecording(file, signal))
  const captions = await withCaptionsContext(() =>
    withUploadedFile(captionsId, signal, (file) => readCaptions(file, requested.requestedLang, signal)),
  )
  return finishInspection(ref, requested, { ...recording, captions }, captionOrigin(captionsId))
}

/** The time limit of a shared query: no single caller can cut it short. */
const SHARED_BUDGET_MS = 9_000

/** Whether the remembered probe already says that speech-to-text is needed: then the platform is not queried again. */
function needsSpeech(probe: RememberedProbe, requested: LanguageRequest): boolean {
  if (parseTrackId(requested.requestedLang) !== null) return false
  return chooseTrack(dialogueTracks(probe.tracks), { ...requested, spokenLang: probe.spokenLang }).kind === 'speech'
}

async function queryNow(ref: MediaRef, requested: LanguageRequest, signal: AbortSignal): Promise<Outcome> {
  const probe = await recallProbe(ref)
  if (probe?.hasAudio && needsSpeech(probe, requested)) {
    const { tracks: _, hasAudio: __, ...facts } = probe
    checkLength(facts.durationMs)
    const publishedAt = facts.publishedAt === null ? null : new Date(facts.publishedAt)
    return finishInspection(ref, requested, { ...facts, publishedAt, captions: null })
  }
  const result = await querySource(ref, requested, { signal, trace: [] })
  const { tracks: _, audio: __, ...facts } = result.media
  checkLength(facts.durationMs)
  return finishInspection(ref, requested, { ...facts, captions: await usableCaptions(result) })
}

/**
 * Queries a platform for a recording once, however many callers ask at the same time, in this and other processes: the
 * first queries, the others get its result. Throws what `querySource` throws; a TimeoutError when the platform takes
 * too long.
 */
function queryOnce(ref: MediaRef, requested: LanguageRequest): Promise<Outcome> {
  return inspectOnce({ ref, requested, limitMs: SHARED_BUDGET_MS }, (signal) => queryNow(ref, requested, signal))
}

/**
 * Inspects a recording for captions and stores the result. `page`: the link is no recording, but may lead to one.
 * Throws what is wrong with it: what `inspectFile` throws for an upload, `probeLink` for a link, `querySource` for a
 * platform.
 */
export async function inspectSource(
  located: Located,
  requested: LanguageRequest,
  { userId, signal }: { userId: string; signal: AbortSignal },
): Promise<Outcome | PageLink> {
  const { ref } = located
  switch (located.kind) {
    case 'platform':
      return orPageProblem(located.pageProblem, () => queryOnce(ref, requested))
    case 'upload':
      return inspectUpload(located, requested, signal)
    case 'episode': {
      const { episode, failures } = located
      const origins = transcriptOrigins(episode, userId)
      // Only callers by the same feed share an inspection, and those who can wait don't delay others.
      const sharedBy = [isFeedVouchedFor(episode) ? origins.shared : origins.own, failures === null ? '' : 'patient']
      const asked = { ref, requested, limitMs: EPISODE_TIMEOUT_MS, sharedBy, origins: [origins.shared, origins.own] }
      return inspectOnce(asked, (shared) => inspectEpisode(located, origins, requested, shared))
    }
    case 'link':
      return inspectLink(ref, requested, signal)
  }
}
