import { languageDistance } from '@/lib/captions/language/match'
import { type Db, db } from '@/lib/core/db/db'
import type { Media } from '@/lib/core/generated/prisma/client'
import { type StoredTranscript, WITHOUT_TEXT } from './stored-transcript'
import { addRequestedLang } from './transcript-table'

/** The transcript of an origin that a request in a language has led to before; null when none has. */
export function findTextOfOrigin(
  tx: Db,
  mediaId: string,
  requestedLang: string,
  origin = '',
): Promise<StoredTranscript | null> {
  const asked = [{ requestedLang }, { alsoRequested: { has: requestedLang } }]
  const where = { mediaId, origin, OR: asked }
  return tx.transcript.findFirst({ where, orderBy: { changedAt: 'desc' }, omit: WITHOUT_TEXT })
}

/**
 * Whether a transcript satisfies a request in a language that has not led to it yet, so that querying the source again
 * would bring the same: human captions in exactly this language; and speech in it, since a source with captions would
 * have given those. The language that one user specified does not decide what others get.
 */
function answers(text: StoredTranscript, requestedLang: string, { ownerId }: Pick<Media, 'ownerId'>): boolean {
  const { lang, source, langSpecified } = text
  if (source === 'captions') return lang === requestedLang
  if (source !== 'speech_to_text') return false
  if (requestedLang === 'auto') return !langSpecified || ownerId !== null
  return lang !== null && languageDistance(requestedLang, lang) !== null
}

/**
 * The stored transcript of a media for a requested language, whole or partial; null when there is none. One that was asked for in another
 * way is noted to satisfy this request too.
 */
export async function findTextFor(
  media: Pick<Media, 'id' | 'ownerId'>,
  requestedLang: string,
  tx: Db = db(),
  origin = '',
): Promise<StoredTranscript | null> {
  const known = await findTextOfOrigin(tx, media.id, requestedLang, origin)
  if (known) return known
  const texts = await tx.transcript.findMany({
    where: { mediaId: media.id, origin, source: { not: 'auto_captions' } },
    omit: WITHOUT_TEXT,
    orderBy: [{ complete: 'desc' }, { edition: 'asc' }, { changedAt: 'desc' }],
  })
  const same = texts.find((text) => answers(text, requestedLang, media))
  if (!same) return null
  await addRequestedLang(tx, same.id, requestedLang)
  return tx.transcript.findUnique({ where: { id: same.id }, omit: WITHOUT_TEXT })
}
