import { decodeCaptions } from '@/lib/captions/decode'
import { detectCaptionFormat } from '@/lib/captions/detect-format'
import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { sniffMediaType } from '@/lib/media/sniff-container'

/** The type of a file whose content is not known, or is neither a recording nor captions. */
export const UNKNOWN_TYPE = 'application/octet-stream'

const HEAD_BYTES = 16_384

/**
 * The media type of a stored file by its first bytes: that of a recording, so that it can be played, or of captions. Whatever
 * a caller named it, it is never one that a browser would open as a page.
 */
export async function storedType(key: string): Promise<string> {
  const head = await readHead(key)
  const mediaType = sniffMediaType(head)
  if (mediaType !== null) return mediaType
  const format = detectCaptionFormat(decodeCaptions(head))
  if (format === null) return UNKNOWN_TYPE
  return format === 'vtt' ? DOCUMENT_FILES.vtt.mediaType : DOCUMENT_FILES.text.mediaType
}

async function readHead(key: string): Promise<Buffer> {
  const file = await fileStore().open(key, `bytes=0-${HEAD_BYTES - 1}`)
  if (!file) return Buffer.alloc(0)
  try {
    return Buffer.from(await new Response(file.body).arrayBuffer())
  } catch (error) {
    throw new Problem('storage_unavailable', { cause: error })
  }
}
