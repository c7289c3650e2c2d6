import { contentDisposition } from '@/components/transcript-viewer/content-disposition'
import type { Format } from '@/lib/captions/transcript'
import { findVersion } from '@/lib/publishing/find-version'
import { readPublic } from '@/lib/publishing/read-public'
import { entityTag, isUnchanged, REVALIDATED } from '@/lib/publishing/revalidation'

const DOCUMENTS: Readonly<Record<string, { format: Format; mediaType: string }>> = {
  txt: { format: 'text', mediaType: 'text/plain' },
  srt: { format: 'srt', mediaType: 'application/x-subrip' },
  vtt: { format: 'vtt', mediaType: 'text/vtt' },
  md: { format: 'markdown', mediaType: 'text/markdown' },
  json: { format: 'json', mediaType: 'application/json' },
}

function notThere(): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response('Nothing is published here, or it is no longer.\n', { status: 404, headers })
}

/** A published transcript as a file: `/t/slug.srt` is led here. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ slug: string; document: string }> },
): Promise<Response> {
  const { slug, document } = await params
  const kind = Object.hasOwn(DOCUMENTS, document) ? DOCUMENTS[document] : undefined
  const version = kind && (await findVersion(slug))
  if (!kind || !version) return notThere()
  const tag = entityTag(version, kind.format)
  if (isUnchanged(request.headers, tag))
    return new Response(null, { status: 304, headers: { ...REVALIDATED, etag: tag } })
  const transcript = await readPublic(slug, kind.format)
  return new Response(transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`, {
    headers: {
      ...REVALIDATED,
      etag: tag,
      'content-type': `${kind.mediaType}; charset=utf-8`,
      'content-disposition': contentDisposition(transcript.title ?? 'transcript', document),
      'access-control-allow-origin': '*',
      // Never a page, whatever it says.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}
