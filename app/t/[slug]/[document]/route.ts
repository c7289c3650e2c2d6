import { words } from '@/app/file-words'
import { plainResponse } from '@/app/plain-response'
import { transcriptFile } from '@/app/transcript-file'
import { formatOfEnding } from '@/lib/captions/document-files'
import { entityTag, isUnchanged, REVALIDATED, weakenTag } from '@/lib/core/http/revalidation'
import { findPublicTranscript } from '@/lib/publishing/find-public-transcript'
import { findVersion } from '@/lib/publishing/publication-table'
import { findTakedown } from '@/lib/publishing/taken-down'

/** Pages of any site may read it. No browser shows it as a page. */
const OPEN = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** A published transcript as a file: `/t/slug.srt` is led here. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ slug: string; document: string }> },
): Promise<Response> {
  const { slug, document } = await params
  const format = formatOfEnding(document)
  const version = format && (await findVersion(slug))
  if (!format || !version) {
    const takedown = format && (await findTakedown(slug))
    return takedown ? plainResponse(takedown.status, takedown.message) : plainResponse(404, words.notPublished)
  }
  const headers = { ...REVALIDATED, etag: entityTag(version, format) }
  if (isUnchanged(request.headers, headers.etag))
    return weakenTag(request, new Response(null, { status: 304, headers }))
  const { signal } = request
  const transcript = await findPublicTranscript(slug, format)
  const hidden = transcript.unlisted ? { 'x-robots-tag': 'noindex' } : {}
  const sent = { ...headers, ...OPEN, ...hidden }
  return weakenTag(request, await transcriptFile(transcript, format, { headers: sent, signal }))
}
