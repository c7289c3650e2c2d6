import { open } from 'node:fs/promises'
import type { MediaKind, MediaRef } from '@/lib/archive/media-ref'
import { MAX_CAPTION_BYTES } from '@/lib/captions/caption-bounds'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { parseCaptions } from '@/lib/captions/parse-captions'
import { sniffCaptions } from '@/lib/captions/sniff-captions'
import { toSegments } from '@/lib/captions/to-segments'
import { probeMedia } from '@/lib/media/probe-media'
import { readCaptionTrack } from '@/lib/media/read-caption-track'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { storedFile } from '@/lib/platform/storage/stored-file'
import { probeLink } from '@/lib/sources/probe-link'
import { storageKey } from '@/lib/uploads/upload-address'

const HEAD_BYTES = 16_384

/** What a look at a source tells: captions that are there, or how long the speech in it is, where that is known. */
export type SourceProbe = {
  captions: FoundCaptions | null
  durationMs: number | null
  kind: MediaKind
  title: string | null
}

/** UTF-16 text has NUL bytes too, and says so with its mark. */
function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

function mayBeCaptions(head: Uint8Array): boolean {
  return (!head.includes(0) || hasWideMark(head)) && sniffCaptions(decodeCaptions(head)) !== null
}

/** A caption file by its content; media is told apart by its first bytes, without reading on. */
async function readCaptionFile(file: string): Promise<FoundCaptions | null> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new Problem('invalid_media', { detail: 'This file is empty. Check it, then send it again.' })
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (size > MAX_CAPTION_BYTES || !mayBeCaptions(buffer.subarray(0, bytesRead))) return null
    const segments = toSegments(parseCaptions(await handle.readFile())?.cues ?? [])
    return segments.length > 0 ? { segments, lang: null, availableLangs: [] } : null
  } finally {
    await handle.close()
  }
}

function checkLength(durationMs: number | null): void {
  const maxSeconds = env().MEDIA_MAX_SECONDS
  if (durationMs !== null && durationMs > maxSeconds * 1000) {
    throw new Problem('media_too_long', { context: { max_seconds: maxSeconds, seconds: Math.ceil(durationMs / 1000) } })
  }
}

async function probeUpload(uploadId: string, requestedLang: string, signal: AbortSignal): Promise<SourceProbe> {
  const file = storedFile(storageKey({ id: uploadId }))
  const captions = await readCaptionFile(file)
  if (captions) return { captions, durationMs: null, kind: 'none', title: null }
  const probe = await probeMedia(file, { signal })
  checkLength(probe.durationMs)
  const { durationMs, tags } = probe
  const kind: MediaKind = probe.hasVideo ? 'video' : 'audio'
  const found = { durationMs, kind, title: tags.title }
  const track = await readCaptionTrack(file, probe, requestedLang)
  if (track) return { ...found, captions: track }
  if (!probe.hasAudio) throw new Problem('no_audio')
  return { ...found, captions: null }
}

/**
 * Looks at a source within `timeoutMs`, without fetching it whole. Throws what is wrong with it: `unsupported_media`,
 * `invalid_media`, `no_audio`, `media_too_long`, `unsupported_source`, `blocked_url`, or what its server refuses with.
 */
export async function probeSource(
  ref: MediaRef,
  requestedLang: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<SourceProbe> {
  if (ref.openUrl === null) return probeUpload(ref.videoId, requestedLang, signal)
  const link = await probeLink(ref.openUrl, { signal, timeoutMs })
  const captions = link.kind === 'captions' ? link.captions : null
  return { captions, durationMs: null, kind: captions ? 'none' : 'audio', title: null }
}
