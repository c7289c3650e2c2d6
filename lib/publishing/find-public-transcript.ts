import { describedMedia } from '@/lib/archive/library-items/describe-library-item'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { DownloadFormat } from '@/lib/captions/document-files'
import type { RenderOptions } from '@/lib/captions/transcript'
import type { Warning } from '@/lib/captions/warning'
import { db } from '@/lib/core/db/db'
import type { Media } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { PublicTranscript } from './contract'
import { currentSlug } from './former-slug'
import { isSlug, pageUrl } from './slug'
import { takenDown } from './taken-down'

const INCLUDE = {
  libraryItem: { include: { media: true, transcript: { omit: WITHOUT_TEXT } } },
  user: { select: { suspendedAt: true } },
} as const

/** All anonymous readers share one turn beside the users with accounts. */
const PUBLIC_READER = 'public'

/**
 * Whether a recording's own address may be shown: not that of an upload, not a link with a query, which may hold a secret of its
 * publisher, and not that of a shared file.
 */
function isOpen({ ownerId, platform, accessKey, url }: Media): boolean {
  const mayHaveSecret = platform === 'podcast' || platform === 'web'
  return ownerId === null && !(mayHaveSecret && (accessKey !== '' || new URL(url).search !== ''))
}

/** A warning for readers: its first sentence. The others tell the owner what to do. */
function forReaders({ code, detail }: Warning): Warning {
  const end = detail.indexOf('. ')
  return { code, detail: end < 0 ? detail : detail.slice(0, end + 1) }
}

/**
 * A published transcript in a format, as the public may read it: without its owner's ids, and without the way to a
 * recording that is not public. An address that led to another page of the same text leads here. Throws `not_found`,
 * `taken_down`.
 */
export async function findPublicTranscript(
  address: string,
  format: DownloadFormat,
  options: RenderOptions = {},
  { withoutText = false }: { withoutText?: boolean } = {},
): Promise<PublicTranscript> {
  const slug = isSlug(address) ? await currentSlug(address) : null
  const found = slug ? await db().publication.findUnique({ where: { slug }, include: INCLUDE }) : null
  const transcript = found?.libraryItem.transcript
  if (found?.takenDownAt) throw takenDown(found.takedownReason)
  const isExpired = found?.expiresAt && found.expiresAt <= new Date()
  if (!slug || !found || !transcript || found.user.suspendedAt || isExpired) {
    throw new Problem('not_found', { detail: 'No published transcript was found at this URL. Check the URL.' })
  }
  const { coveredMs } = found.libraryItem
  const own = describedMedia(found.libraryItem.media, found.libraryItem)
  const open = isOpen(own)
  const media = open ? own : { ...own, url: pageUrl(slug), videoId: slug, thumbnailUrl: null }
  // Readers of a public page request no language.
  const asked = { requestedLang: transcript.lang ?? 'auto', reader: PUBLIC_READER }
  const view = { libraryItemId: slug, format, options, cached: true, coveredMs, withoutText, ...asked }
  const { id: _, cached: __, ...rest } = await renderTranscript(transcript, media, view)
  const updatedAt = new Date(Math.max(found.createdAt.getTime(), transcript.changedAt.getTime()))
  return {
    slug,
    ...rest,
    source_url: open ? own.url : null,
    warnings: rest.warnings.map(forReaders),
    updated_at: updatedAt.toISOString(),
    unlisted: found.unlisted,
  }
}
