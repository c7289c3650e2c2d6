import type { FoundCaptions } from '@/lib/captions/found-captions'
import { Problem } from '@/lib/platform/problem'
import { checkLength } from './check-length'
import { probeMedia } from './probe-media'
import { readCaptionFile } from './read-caption-file'
import { readCaptionTrack } from './read-caption-track'

/** What a file turns out to be. `kind` says what there is to play of it; `durationMs` is its header's claim. */
export type FileInspection = {
  kind: 'audio' | 'video' | 'none'
  captions: FoundCaptions | null
  durationMs: number | null
  title: string | null
}

/**
 * Looks at a file by its content: a caption file, media that carries captions (in the language asked for where there is a
 * choice), or sound to transcribe. Throws what is wrong with it: `unsupported_media`, `invalid_media`, `no_audio`,
 * `media_too_long`.
 */
export async function inspectFile(file: string, requestedLang: string, signal: AbortSignal): Promise<FileInspection> {
  const captionFile = await readCaptionFile(file)
  if (captionFile) return { kind: 'none', captions: captionFile, durationMs: null, title: null }
  const probe = await probeMedia(file, { signal })
  checkLength(probe.durationMs)
  const captions = await readCaptionTrack(file, probe, requestedLang, signal)
  if (!captions && !probe.hasAudio) throw new Problem('no_audio')
  return { kind: probe.hasVideo ? 'video' : 'audio', captions, durationMs: probe.durationMs, title: probe.tags.title }
}
