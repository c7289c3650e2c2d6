import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { isSameSpeech } from '@/lib/captions/language/match'
import { Problem } from '@/lib/core/problem/problem'
import type { CaptionTrack } from '@/lib/sources/extractors/extractor'
import { captionUrl } from './caption-url'
import type { MediaSound, Tracklist } from './player-response'

type Listed = NonNullable<NonNullable<Tracklist['captionTracks']>[number]>

type Sound = NonNullable<Tracklist['audioTracks']>[number]

/**
 * The ends of the ids of the sound a video was made with and of one that a machine has dubbed (`en-US.4`: a language, and the
 * kind of sound).
 */
const ORIGINAL_SOUND = /\.4$/
const DUBBED_SOUND = /\.10$/

const isOriginal = ({ audioTrackId }: Sound) => ORIGINAL_SOUND.test(audioTrackId ?? '')

function originalSound({ audioTracks, defaultAudioTrackIndex }: Tracklist): Sound | undefined {
  const standard = audioTracks?.[defaultAudioTrackIndex ?? 0]
  return standard && isOriginal(standard) ? standard : audioTracks?.find(isOriginal)
}

/** The language of the sound a video was made with, where YouTube marks one as that; else null. */
export function originalSoundLang(tracklist: Tracklist | null | undefined): string | null {
  const sound = tracklist && originalSound(tracklist)
  return canonicalLanguage(sound?.audioTrackId?.replace(ORIGINAL_SOUND, ''))
}

/** The languages that are heard only in sounds that a machine has dubbed. `inMedia`: the sounds by the media that have them. */
function dubbedLangs({ audioTracks }: Tracklist, inMedia: readonly MediaSound[]): string[] {
  const marked = new Set(inMedia.flatMap(({ id, isAutoDubbed }) => (isAutoDubbed ? id : [])))
  const ids = [...(audioTracks ?? []).flatMap(({ audioTrackId }) => audioTrackId ?? []), ...inMedia.map(({ id }) => id)]
  const isDubbed = (id: string) => DUBBED_SOUND.test(id) || marked.has(id)
  const langs = (some: readonly string[]) => some.flatMap((id) => canonicalLanguage(id.replace(/\.\d+$/, '')) ?? [])
  const real = langs(ids.filter((id) => !isDubbed(id)))
  return langs(ids.filter(isDubbed)).filter((lang) => !real.some((other) => isSameSpeech(lang, other)))
}

/**
 * Which of the tracks are in the language spoken: the machine's one in the language of the original sound, of several
 * that which belongs to this sound; without such a sound the only one there is.
 */
function originalsOf(listed: readonly (Listed | null)[], tracklist: Tracklist): ReadonlySet<number> {
  const automatic = listed.flatMap((track, index) => (track?.kind === 'asr' ? index : []))
  const sound = originalSound(tracklist)
  if (!sound) return new Set(automatic.length === 1 ? automatic : [])
  const spoken = originalSoundLang(tracklist)
  const spokenLang = automatic.filter((index) => {
    const lang = canonicalLanguage(listed[index]?.languageCode)
    return spoken === null || lang === null || isSameSpeech(lang, spoken)
  })
  const ofSound = new Set(sound.captionTrackIndices)
  const originals = spokenLang.length > 1 ? spokenLang.filter((index) => ofSound.has(index)) : spokenLang
  return new Set(originals.length === 1 ? originals : [])
}

/**
 * The caption tracks of a video, to be fetched as json3, each by the client that found it. `translationLanguages`
 * is not read: those are machine translations, and so is what a machine has heard in a sound that a machine has dubbed. Throws `upstream_changed` when tracks are listed and none can be used.
 */
export function captionTracks(
  tracklist: Tracklist | null | undefined,
  userAgent: string,
  inMedia: readonly MediaSound[] = [],
): CaptionTrack[] {
  const listed = tracklist?.captionTracks ?? []
  const dubbed = dubbedLangs(tracklist ?? {}, inMedia)
  const isOfDub = (track: Listed | null, lang: string | null) =>
    track?.kind === 'asr' && lang !== null && dubbed.some((one) => isSameSpeech(one, lang))
  const heard = listed.map((track) => (isOfDub(track, canonicalLanguage(track?.languageCode)) ? null : track))
  const originals = originalsOf(heard, tracklist ?? {})
  const standard = tracklist?.audioTracks?.[tracklist.defaultAudioTrackIndex ?? 0]?.defaultCaptionTrackIndex
  const tracks = listed.flatMap((track, index): CaptionTrack[] => {
    const url = track && captionUrl(track.baseUrl)
    if (!url) return []
    const lang = canonicalLanguage(track.languageCode)
    return [
      {
        lang,
        name: track.name ?? null,
        source: track.kind === 'asr' ? 'auto_captions' : 'captions',
        ...(originals.has(index) ? { original: true } : {}),
        ...(isOfDub(track, lang) ? { machineTranslated: true } : {}),
        ...(standard === index ? { isDefault: true } : {}),
        body: { kind: 'url', url, headers: { 'user-agent': userAgent } },
      },
    ]
  })
  if (listed.length > 0 && tracks.length === 0) throw new Problem('upstream_changed')
  return tracks
}
