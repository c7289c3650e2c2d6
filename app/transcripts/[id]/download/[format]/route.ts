import { pageActor } from '@/app/page-actor'
import { findEntry } from '@/app/transcripts/[id]/find-entry'
import { contentDisposition } from '@/components/transcript-viewer/content-disposition'
import { canonicalFormat, type Format, type Transcript } from '@/lib/captions/transcript'

const DOCUMENTS: Readonly<Record<Format, { mediaType: string; ending: string }>> = {
  json: { mediaType: 'application/json', ending: 'json' },
  text: { mediaType: 'text/plain', ending: 'txt' },
  srt: { mediaType: 'application/x-subrip', ending: 'srt' },
  vtt: { mediaType: 'text/vtt', ending: 'vtt' },
  markdown: { mediaType: 'text/markdown', ending: 'md' },
}

function documentOf(transcript: Transcript): string {
  return transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`
}

function refuse(status: number, detail: string): Response {
  return new Response(`${detail}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** A transcript as a file of the format that the address names. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ id: string; format: string }> },
): Promise<Response> {
  const { id, format: name } = await params
  const format = canonicalFormat(name)
  if (!format) return refuse(404, 'There is no such format. Ask for json, text, srt, vtt or markdown.')
  const actor = await pageActor()
  if (!actor) return refuse(401, 'This server takes calls with an API key only.')
  const transcript = (await findEntry(actor, id, format))?.transcript
  if (!transcript) return refuse(404, 'There is no such transcript of yours, or it is not ready.')
  const { mediaType, ending } = DOCUMENTS[format]
  return new Response(documentOf(transcript), {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': contentDisposition(transcript.title ?? 'transcript', ending),
      'cache-control': 'private, no-store',
    },
  })
}
