import type { Cue, Segment } from '@/lib/captions/cue'
import { readCaptions } from '@/lib/captions/read-captions'
import { readCues } from '@/lib/captions/read-cues'
import type { Platform } from '@/lib/captions/transcript'
import { Problem } from '@/lib/platform/problem'
import type { CaptionTrack } from './extractor'
import { fetchText } from './fetch-text'
import { loadHlsTrack } from './load-hls-track'

async function loadCues({ body }: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<Cue[]> {
  if (body.kind === 'hls') return loadHlsTrack(body.url, { platform, headers: body.headers, signal })
  const { bytes, charset } =
    body.kind === 'text'
      ? { bytes: new TextEncoder().encode(body.text), charset: 'utf-8' }
      : await fetchText(body.url, { platform, headers: body.headers, signal })
  return (await readCaptions(bytes, charset))?.cues ?? []
}

/**
 * The text of a track that a platform has just offered, fetched through the platform's way out. A track that loads empty
 * has failed (it is how a refusal looks that does not want to be seen as one): `upstream_blocked`. Throws too what
 * fetching throws.
 */
export async function loadTrack(track: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<Segment[]> {
  const segments = readCues(await loadCues(track, platform, signal))
  if (segments.length === 0) throw new Problem('upstream_blocked', { cause: 'a caption track came empty' })
  return segments
}
