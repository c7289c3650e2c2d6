import { languageDistance } from '@/lib/captions/language-match'
import { type Db, db } from '@/lib/platform/db'
import type { Media } from '@/lib/platform/generated/prisma/client'
import { type StoredTranscript, WITHOUT_TEXT } from './stored-text'

/** Texts of one recording take turns to be stored, until the transaction's end. */
export async function lockTexts(tx: Db, mediaId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`texts ${mediaId}`}, 0))`
}

/** The text of an origin that a request in a language has led to before; null when none has. */
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

/** Notes that requests in a language lead to a text. */
export async function addRequestedLang(tx: Db, textId: string, requestedLang: string): Promise<void> {
  await tx.$executeRaw`
    update transcript set also_requested = array_append(also_requested, ${requestedLang})
    where id = ${textId}::uuid and requested_lang <> ${requestedLang} and not ${requestedLang} = any(also_requested)`
}

/**
 * Whether a text answers a request in a language that has not led to it yet, so that asking the source again would only
 * bring the same: captions by people in exactly this language; and speech in it, since a source that had captions would
 * have given those. The language that one user named does not decide what others hear in a recording.
 */
function answers(text: StoredTranscript, requestedLang: string, { ownerId }: Pick<Media, 'ownerId'>): boolean {
  const { lang, source, langSpecified } = text
  if (source === 'captions') return lang === requestedLang
  if (source !== 'speech_to_text') return false
  if (requestedLang === 'auto') return !langSpecified || ownerId !== null
  return lang !== null && languageDistance(requestedLang, lang) !== null
}

/** The stored text of a recording for a language asked for, whole or a part; null when there is none. */
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
