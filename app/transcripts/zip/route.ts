import { Readable } from 'node:stream'
import { words } from '@/app/file-words'
import { pageActor } from '@/app/page-actor'
import { MAX_ZIPPED, pageParameters } from '@/app/page-parameters'
import { plainResponse } from '@/app/plain-response'
import { OFFERED_FORMATS } from '@/components/offered-formats'
import { downloadFormat } from '@/lib/captions/document-files'
import { fileName } from '@/lib/core/http/content-disposition'
import { packTranscripts } from '@/lib/transcripts/library-item/pack-transcripts'

const parameters = pageParameters['transcripts/zip/route.ts']

/** The transcripts whose `id`s the address names, as a zip of files of its `format`. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const format = downloadFormat(query.get('format') ?? '')
  const offered = OFFERED_FORMATS.find((known) => known.format === format)
  if (!format || !offered) return plainResponse(404, words.noFormat)
  const asked = parameters.safeParse({ format, id: [...new Set(query.getAll('id'))] })
  if (!asked.success) return plainResponse(400, words.nameSome(MAX_ZIPPED))
  const actor = await pageActor()
  if (!actor) return plainResponse(401, words.signIn)
  const naming = { format, nameOf: fileName, ending: offered.ending.slice(1) }
  const zip = packTranscripts(actor, asked.data.id, { ...naming, signal: request.signal })
  return new Response(Readable.toWeb(zip) as ReadableStream, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="transcripts.zip"',
      'cache-control': 'private, no-store',
    },
  })
}
