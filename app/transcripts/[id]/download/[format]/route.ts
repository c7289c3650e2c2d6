import { words } from '@/app/file-words'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { plainResponse } from '@/app/plain-response'
import { transcriptFile } from '@/app/transcript-file'
import { loadLibraryItem } from '@/app/transcripts/[id]/load-library-item'
import { renderOptions } from '@/lib/archive/render/render-fields'
import { downloadFormat } from '@/lib/captions/document-files'

const parameters = pageParameters['transcripts/[id]/download/[format]/route.ts']

/** A transcript as a file of the format that the address names; its query says how subtitles are laid out. */
export async function GET(
  { signal, url }: Request,
  { params }: { params: Promise<{ id: string; format: string }> },
): Promise<Response> {
  const { id, format: name } = await params
  const format = downloadFormat(name)
  if (!format) return plainResponse(404, words.noFormat)
  const asked = parameters.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (!asked.success) return plainResponse(400, words.badLayout)
  const actor = await pageActor()
  if (!actor) return plainResponse(401, words.keyOnly)
  const transcript = (await loadLibraryItem(actor, id, format, renderOptions(asked.data)))?.transcript
  if (!transcript) return plainResponse(404, words.noTranscript)
  return await transcriptFile(transcript, format, { headers: { 'cache-control': 'private, no-store' }, signal })
}
