import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { isSameSpeech } from '@/lib/captions/language/match'
import { dialogueTracks } from '@/lib/captions/tracks/dialogue-tracks'
import { withIds } from '@/lib/captions/tracks/track-ids'
import type { Actor } from '@/lib/core/actor'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import { type FileOffer, listFileCaptions, toFileOffer } from '@/lib/media/inspect-file'
import type { MediaProbe } from '@/lib/media/probe-media'
import { withLinkedMedia } from '@/lib/sources/files/linked-media'
import { probeLink } from '@/lib/sources/files/probe-link'
import type { RememberedProbe } from '@/lib/sources/memory/remembered-probe'
import { listTracks } from '@/lib/sources/query-source'
import { orPageProblem } from '@/lib/sources/recognise/left-to-yt-dlp'
import { noRecording } from '@/lib/sources/recognise/link-problems'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { uploadIdOf } from '@/lib/uploads/find-upload'
import { withUploadedFile } from '@/lib/uploads/with-uploaded-file'
import { publishedTracks } from '../inspect/find-published-captions'
import { type Located, locatePage } from '../locate/locate-link'
import { locateSource } from '../locate/locate-source'
import { withTimeBudget } from '../time-budget'
import { withFieldContext } from '../with-field-context'
import type { LanguageList } from './contract'

const BUDGET_MS = 9_000

type Known = Pick<RememberedProbe, 'title' | 'durationMs' | 'spokenLang' | 'hasAudio' | 'tracks'>
type Row = LanguageList['languages'][number]
type TrackRow = LanguageList['tracks'][number]

const NO_SOUND: FileOffer = { title: null, durationMs: null, hasAudio: false, tracks: [] }
const SOUND_ONLY: Known = { ...NO_SOUND, spokenLang: null, hasAudio: true, tracks: [] }

function languageName(code: string, inLang: string): string {
  return new Intl.DisplayNames([inLang, 'en'], { type: 'language' }).of(code) ?? code
}

function spokenLang({ spokenLang: known, tracks }: Known): string | null {
  const ownTrack = tracks.find(({ original }) => original) ?? tracks.find(({ source }) => source === 'auto_captions')
  return canonicalLanguage(known ?? ownTrack?.lang)
}

/** A row for each language and kind of captions, in the order offered. */
function toRows(known: Known): Row[] {
  const spoken = spokenLang(known)
  const rows = dialogueTracks(known.tracks).flatMap(({ lang, source }): Row[] => {
    const code = canonicalLanguage(lang)
    if (!code) return []
    const original = spoken !== null && isSameSpeech(code, spoken)
    return [{ code, name: languageName(code, 'en'), native_name: languageName(code, code), source, original }]
  })
  return [...new Map(rows.map((row) => [`${row.code} ${row.source}`, row])).values()]
}

/** A row for each track of captions, in the order offered. */
function toTrackRows(known: Known): TrackRow[] {
  const spoken = spokenLang(known)
  return withIds(dialogueTracks(known.tracks)).map(({ id, lang, name, source }) => {
    const code = canonicalLanguage(lang)
    return { id, code, name, source, original: code !== null && spoken !== null && isSameSpeech(code, spoken) }
  })
}

function knownOfEpisode({ episode }: Extract<Located, { kind: 'episode' }>): Known {
  const { title, durationMs, lang } = episode
  return { title, durationMs, spokenLang: lang, hasAudio: true, tracks: publishedTracks(episode) }
}

/** A file does not declare the language spoken. */
function knownOfFile({ tracks, ...offer }: FileOffer): Known {
  const offered = tracks.map(({ lang, source, name }) => ({ lang, source, name, original: false }))
  return { ...offer, spokenLang: null, tracks: offered }
}

const isLabelled = ({ textTracks }: MediaProbe) => textTracks.every(({ lang }) => lang !== null)

/** The captions in a linked media file, by its start where that labels them all; null where the file is too large. */
function listLinkedCaptions(url: string): Promise<FileOffer | null> {
  return singleFlight(`linked captions ${url}`, () =>
    withDeadline({ timeoutMs: BUDGET_MS }, (left) =>
      withLinkedMedia(url, { signal: left, timeoutMs: BUDGET_MS }, isLabelled, ({ file, probe, isWhole }) =>
        isWhole ? listFileCaptions(file, left) : toFileOffer(file, probe, left),
      ),
    ),
  )
}

/** The facts of a recording, and which one: a page may turn out to be about another recording than its link. */
async function listLanguagesOf(
  located: Located,
  identifyOwner: () => Promise<Actor | null>,
  signal: AbortSignal,
): Promise<{ located: Located; known: Known }> {
  // A caller without an account must not lead the service to any site.
  if (located.ref.platform === 'web' && !(await identifyOwner())) {
    throw (located.kind === 'platform' && located.pageProblem) || noRecording()
  }
  if (located.kind === 'platform') {
    const { ref, pageProblem } = located
    return { located, known: await orPageProblem(pageProblem, () => listTracks(ref, BUDGET_MS)) }
  }
  if (located.kind === 'episode') return { located, known: knownOfEpisode(located) }
  if (located.kind === 'upload') {
    const list = (file: string) => listFileCaptions(file, signal)
    return { located, known: knownOfFile(await withUploadedFile(located.ref.videoId, signal, list)) }
  }
  const { openUrl, url } = located.ref
  const link = await probeLink(openUrl ?? url, { signal, timeoutMs: BUDGET_MS })
  if (link.kind === 'page') {
    return listLanguagesOf(await locatePage(located.ref, link.refusal, signal), identifyOwner, signal)
  }
  if (link.kind === 'captions') {
    return { located, known: knownOfFile({ ...NO_SOUND, tracks: [{ ...link.captions, name: null }] }) }
  }
  if (!link.mayCarryCaptions) return { located, known: SOUND_ONLY }
  const offer = await listLinkedCaptions(openUrl ?? url)
  return { located, known: offer ? knownOfFile(offer) : SOUND_ONLY }
}

/**
 * The caption languages of a link's recording, without machine translations, and whether its speech can be transcribed.
 * Only an upload needs the caller, its owner, and other sites any caller. Throws what locating and querying the source throws; `upstream_timeout`
 * after 9 s.
 */
export async function listLanguages(
  link: string,
  identifyOwner: () => Promise<Actor | null>,
  signal: AbortSignal,
): Promise<LanguageList> {
  return withFieldContext('url', link, async () => {
    const actor = uploadIdOf(link) === null ? null : await identifyOwner()
    const seen = await withTimeBudget(BUDGET_MS, signal, (budget) =>
      budget.spend(async (left) =>
        listLanguagesOf(await locateSource(actor, { field: 'url', value: link }, left), identifyOwner, left),
      ),
    )
    if (!seen) throw new Problem('upstream_timeout')
    const { engine } = await configuredEngine()
    const { located, known } = seen
    return {
      url: located.ref.url,
      platform: located.ref.platform,
      video_id: located.ref.videoId,
      title: known.title ?? located.ref.title,
      duration_seconds: known.durationMs === null ? null : Math.ceil(known.durationMs / 1000),
      original_lang: spokenLang(known),
      languages: toRows(known),
      tracks: toTrackRows(known),
      speech_to_text: known.hasAudio && engine !== null,
    }
  })
}
