import { words } from '@/app/file-words'
import { plainAnswer } from '@/app/plain-answer'
import { formatOfEnding, transcriptFile } from '@/app/transcript-file'
import { findVersion } from '@/lib/publishing/find-version'
import { readPublic } from '@/lib/publishing/read-public'
import { entityTag, isUnchanged, REVALIDATED } from '@/lib/publishing/revalidation'
import { findTakedown } from '@/lib/publishing/taken-down'

/** Anybody's page may read it; never is it a page itself, whatever it says. */
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
    return takedown ? plainAnswer(takedown.status, takedown.message) : plainAnswer(404, words.notPublished)
  }
  const headers = { ...REVALIDATED, etag: entityTag(version, format) }
  if (isUnchanged(request.headers, headers.etag)) return new Response(null, { status: 304, headers })
  const { signal } = request
  return transcriptFile(await readPublic(slug, format), format, { headers: { ...headers, ...OPEN }, signal })
}
