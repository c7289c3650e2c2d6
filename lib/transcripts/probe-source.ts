import type { MediaRef } from '@/lib/archive/media-ref'
import { type FileInspection, inspectFile } from '@/lib/media/inspect-file'
import { storedFile } from '@/lib/platform/storage/stored-file'
import { probeLink } from '@/lib/sources/probe-link'
import { storageKey } from '@/lib/uploads/upload-address'

/**
 * Looks at a source within `timeoutMs`, without fetching a link whole. Throws what is wrong with it: what `inspectFile`
 * throws of an upload; `unsupported_source`, `blocked_url`, or what its server refuses with, of a link.
 */
export async function probeSource(
  ref: MediaRef,
  requestedLang: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<FileInspection> {
  if (ref.openUrl === null) return inspectFile(storedFile(storageKey({ id: ref.videoId })), requestedLang, signal)
  const link = await probeLink(ref.openUrl, { signal, timeoutMs })
  if (link.kind === 'media') return { kind: 'audio', captions: null, durationMs: null, title: null }
  return { kind: 'none', captions: link.captions, durationMs: null, title: null }
}
