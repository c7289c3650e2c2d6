import { canonicalLanguage } from '@/lib/captions/language'
import { Problem } from '@/lib/platform/problem'
import type { CaptionTrack } from '@/lib/sources/extractor'
import { captionUrl } from './caption-url'
import type { Tracklist } from './player-answer'

type Listed = NonNullable<NonNullable<Tracklist['captionTracks']>[number]>

/** The end of the id of the sound a video was made with; dubs end otherwise. */
const ORIGINAL_SOUND = /\.4$/

/** Which of the tracks are heard in the language spoken: the machine's one, or of several that of the original sound. */
function originalsOf(listed: readonly (Listed | null)[], audioTracks: Tracklist['audioTracks']): ReadonlySet<number> {
  const automatic = listed.flatMap((track, index) => (track?.kind === 'asr' ? index : []))
  if (automatic.length < 2) return new Set(automatic)
  const sound = audioTracks?.find(({ audioTrackId }) => ORIGINAL_SOUND.test(audioTrackId ?? ''))
  const heard = new Set(sound?.captionTrackIndices)
  const originals = automatic.filter((index) => heard.has(index))
  return new Set(originals.length === 1 ? originals : [])
}

/**
 * The caption tracks of a video, to be fetched as json3, each by the client that was told of it. `translationLanguages`
 * is not read: those are machine translations. Throws `upstream_changed` when tracks are listed and none can be used.
 */
export function captionTracks(tracklist: Tracklist | null | undefined, userAgent: string): CaptionTrack[] {
  const listed = tracklist?.captionTracks ?? []
  const originals = originalsOf(listed, tracklist?.audioTracks)
  const standard = tracklist?.audioTracks?.[tracklist.defaultAudioTrackIndex ?? 0]?.defaultCaptionTrackIndex
  const tracks = listed.flatMap((track, index): CaptionTrack[] => {
    const url = track && captionUrl(track.baseUrl)
    if (!url) return []
    return [
      {
        lang: canonicalLanguage(track.languageCode),
        name: track.name ?? null,
        source: track.kind === 'asr' ? 'auto_captions' : 'captions',
        ...(originals.has(index) ? { original: true } : {}),
        ...(standard === index ? { isDefault: true } : {}),
        body: { kind: 'url', url, headers: { 'user-agent': userAgent } },
      },
    ]
  })
  if (listed.length > 0 && tracks.length === 0) throw new Problem('upstream_changed')
  return tracks
}
