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
import { takeFormerPage } from './former-slug'
import { isFreeSlug, toPublished } from './publication-table'
import { makeSlug } from './slug'
import { takenDown } from './taken-down'

const TEXT = { lang: true, source: true, original: true, availableLangs: true }
const INCLUDE = {
  media: { select: { title: true } },
  publication: true,
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

type NewPage = { libraryItemId: string; userId: string; title: string | null; unlisted: boolean }

/** Returns the slug; null when it is taken, or when another request was quicker: then it is read again. */
function publish({ libraryItemId, userId, title, unlisted }: NewPage) {
  return db().$transaction(async (tx) => {
    const former = await takeFormerPage(tx, libraryItemId)
    const isOver = former?.expiresAt && former.expiresAt <= new Date()
    const page = former
      ? { ...former, unlisted: former.unlisted || unlisted, expiresAt: isOver ? null : former.expiresAt }
      : { slug: makeSlug(title), unlisted }
    const { slug } = page
    if (!(await isFreeSlug(tx, slug))) return null
    const { count } = await tx.publication.createMany({
      data: [{ ...page, libraryItemId, userId }],
      skipDuplicates: true,
    })
    return count > 0 ? slug : null
  })
}

/**
 * Publishes the caller's library item under a unique slug. An item that is published already keeps its slug, and one
 * published again within 30 days gets its former slug back, and stays unlisted if it was. The caller's version is published, also when it is a part.
 * Returns the language of the text, with a warning if it is not the requested one. Throws `not_found`,
 * `transcript_not_ready`, `taken_down` for an item that the operator has taken down, and `language_unavailable` if a
 * strict request's language is missing.
 */
export async function publishLibraryItem(
  actor: Actor,
  id: string,
  { unlisted = false, ...request }: Partial<LanguageRequest> & { unlisted?: boolean } = {},
): Promise<Published> {
  const wanted = { ...ANY_LANGUAGE, ...request }
  for (;;) {
    const libraryItem = await findLibraryItem(actor, id)
    const { id: libraryItemId, publication, transcript, media } = libraryItem
    if (publication?.takenDownAt) throw takenDown(publication.takedownReason)
    requireLanguage(wanted, transcript)
    if (publication) {
      const warnings = languageWarnings(wanted.requestedLang, transcript)
      return toPublished(publication, transcript.lang, warnings)
    }
    const title = titleOfLibraryItem(libraryItem, media)
    const slug = await publish({ libraryItemId, userId: actor.userId, title, unlisted })
    if (slug) log.info('a transcript was published', { slug, user_id: actor.userId })
  }
}
