import type { LanguageWish } from '@/lib/captions/choose-track'
import { Problem } from '@/lib/platform/problem'
import { checkLength } from './check-length'
import type { Inspection } from './inspection'
import { probeMedia } from './probe-media'
import { readCaptionFile } from './read-caption-file'
import { readCaptionTrack } from './read-caption-track'

/**
 * Looks at a file by its content: a caption file, media that carries captions (in the language asked for where there is a
 * choice), or sound to transcribe. Throws what is wrong with it: `unsupported_media`, `invalid_media`, `no_audio`,
 * `media_too_long`, `language_unavailable`.
 */
export async function inspectFile(file: string, wish: LanguageWish, signal: AbortSignal): Promise<Inspection> {
  const captionFile = await readCaptionFile(file)
  if (captionFile) return { kind: 'none', captions: captionFile, durationMs: null, title: null }
  const probe = await probeMedia(file, { signal })
  checkLength(probe.durationMs)
  const captions = await readCaptionTrack(file, probe, wish, signal)
  if (!captions && !probe.hasAudio) throw new Problem('no_audio')
  return { kind: probe.hasVideo ? 'video' : 'audio', captions, durationMs: probe.durationMs, title: probe.tags.title }
}
