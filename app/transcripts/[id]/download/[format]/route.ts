import { words } from '@/app/file-words'
import { pageActor } from '@/app/page-actor'
import { plainResponse } from '@/app/plain-response'
import { transcriptFile } from '@/app/transcript-file'
import { loadLibraryItem } from '@/app/transcripts/[id]/load-library-item'
import { canonicalFormat } from '@/lib/captions/transcript'

/** A transcript as a file of the format that the address names. */
export async function GET(
  { signal }: Request,
  { params }: { params: Promise<{ id: string; format: string }> },
): Promise<Response> {
  const { id, format: name } = await params
  const format = canonicalFormat(name)
  if (!format) return plainResponse(404, words.noFormat)
  const actor = await pageActor()
  if (!actor) return plainResponse(401, words.keyOnly)
  const transcript = (await loadLibraryItem(actor, id, format))?.transcript
  if (!transcript) return plainResponse(404, words.noTranscript)
  return transcriptFile(transcript, format, { headers: { 'cache-control': 'private, no-store' }, signal })
}
