import { renderTranscript } from '@/lib/archive/render-transcript'
import type { Format, Warning } from '@/lib/captions/transcript'
import { db } from '@/lib/platform/db'
import type { Media } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import type { PublicTranscript } from './contract'
import { isSlug } from './make-slug'
import { pageUrl } from './page-url'

const INCLUDE = { entry: { include: { media: true, transcript: true } } } as const

/**
 * Whether a recording's own address may be shown: not that of an upload, and not a direct link with a query, which may
 * hold a secret of whoever published it.
 */
function isOpen({ ownerId, platform, url }: Media): boolean {
  return ownerId === null && (platform !== 'podcast' || new URL(url).search === '')
}

/** What is said to whoever has the transcript is not said to whoever reads it. */
function forReaders({ code, detail }: Warning): Warning {
  const end = detail.indexOf('. ')
  return { code, detail: end < 0 ? detail : detail.slice(0, end + 1) }
}

/**
 * A published transcript in a format, as anybody may read it: without its owner's ids, and without the way to a recording
 * that is not public. Throws `not_found`.
 */
export async function readPublic(slug: string, format: Format): Promise<PublicTranscript> {
  const found = isSlug(slug) ? await db().publication.findUnique({ where: { slug }, include: INCLUDE }) : null
  const transcript = found?.entry.transcript
  if (!found || !transcript) {
    throw new Problem('not_found', { detail: 'Nothing is published here, or it is no longer. Check the address.' })
  }
  const { media: own, coveredMs } = found.entry
  const open = isOpen(own)
  const media = open ? own : { ...own, url: pageUrl(slug), videoId: slug, thumbnailUrl: null }
  const view = { entryId: slug, format, cached: true, coveredMs }
  const { id: _, cached: __, ...rest } = renderTranscript(transcript, media, view)
  const updatedAt = new Date(Math.max(found.createdAt.getTime(), transcript.changedAt.getTime()))
  return {
    slug,
    ...rest,
    source_url: open ? own.url : null,
    warnings: rest.warnings.map(forReaders),
    updated_at: updatedAt.toISOString(),
  }
}
