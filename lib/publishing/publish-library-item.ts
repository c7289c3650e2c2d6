import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { findLibraryItemId } from '@/lib/archive/library-items/library-item-table'
import { languageWarnings } from '@/lib/archive/render/language-warnings'
import { requireLanguage } from '@/lib/captions/found-captions'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import type { Published } from './contract'
import { takeFormerSlug } from './former-slug'
import { makeSlug, pageUrl } from './slug'
import { takenDown } from './taken-down'

const TEXT = { lang: true, source: true, original: true, availableLangs: true }
const INCLUDE = {
  media: { select: { title: true } },
  publication: { select: { slug: true, takenDownAt: true, takedownReason: true } },
  transcript: { select: TEXT },
}

const NO_TEXT = 'There is no text to publish. Have it transcribed again first.'

async function findLibraryItem({ userId }: Actor, id: string) {
  const where = isId(id) && { id: await findLibraryItemId(userId, id), userId }
  const libraryItem = where ? await db().libraryItem.findFirst({ where, include: INCLUDE }) : null
  if (!libraryItem) throw new Problem('not_found', { detail: 'Transcript not found. Check its ID.' })
  if (libraryItem.transcript) return { ...libraryItem, transcript: libraryItem.transcript }
  if (libraryItem.state === 'error') throw new Problem('transcript_not_ready', { detail: NO_TEXT })
  throw new Problem('transcript_not_ready', { context: libraryItem.jobId ? { job_id: libraryItem.jobId } : {} })
}

const ANY_LANGUAGE: LanguageRequest = { requestedLang: 'auto', strict: false }

/** Returns the slug; null when it is taken, or when somebody else was quicker: then it is looked at again. */
function publish({ libraryItemId, userId, title }: { libraryItemId: string; userId: string; title: string | null }) {
  return db().$transaction(async (tx) => {
    const slug = (await takeFormerSlug(tx, libraryItemId)) ?? makeSlug(title)
    if ((await tx.formerSlug.count({ where: { slug } })) > 0) return null
    if ((await tx.trashedItem.count({ where: { slug } })) > 0) return null
    const { count } = await tx.publication.createMany({ data: [{ slug, libraryItemId, userId }], skipDuplicates: true })
    return count > 0 ? slug : null
  })
}

/**
 * Publishes the caller's library item under a unique slug. An item that is published already keeps its slug, and one
 * published again within 30 days gets its former slug back. The caller's version is published, also when it is a part.
 * Returns the language of the text, with a warning if it is not the requested one. Throws `not_found`,
 * `transcript_not_ready`, `taken_down` for an item that the operator has taken down, and `language_unavailable` if a
 * strict request's language is missing.
 */
export async function publishLibraryItem(
  actor: Actor,
  id: string,
  request: LanguageRequest = ANY_LANGUAGE,
): Promise<Published> {
  for (;;) {
    const libraryItem = await findLibraryItem(actor, id)
    const { id: libraryItemId, publication, transcript, media } = libraryItem
    if (publication?.takenDownAt) throw takenDown(publication.takedownReason)
    requireLanguage(request, transcript)
    if (publication) {
      const { slug } = publication
      const warnings = languageWarnings(request.requestedLang, transcript)
      return { slug, url: pageUrl(slug), lang: transcript.lang, warnings }
    }
    const slug = await publish({ libraryItemId, userId: actor.userId, title: titleOfLibraryItem(libraryItem, media) })
    if (slug) log.info('a transcript was published', { slug, user_id: actor.userId })
  }
}
