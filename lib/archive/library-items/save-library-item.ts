import type { Db } from '@/lib/core/db/db'
import type { LibraryItem } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { findCorrectedItem, isCorrectedText } from '../corrections/corrected-text'
import { setCorrectedFrom } from '../corrections/correction-table'
import { findTextOfOrigin } from '../transcripts/find-stored-text'
import { WITHOUT_TEXT } from '../transcripts/stored-transcript'
import { addRequestedLang } from '../transcripts/transcript-table'
import { describeLibraryItem, type EpisodeDescription } from './describe-library-item'
import { lockLibraryItems } from './library-item-table'
import { type LibraryItemTarget, mergeLibraryItems } from './merge-library-items'

export type LibraryItemKey = { userId: string; mediaId: string; requestedLang: string }

/** The library item that leads to the same transcript, or waits for the same job. */
async function findSame(
  tx: Db,
  libraryItems: readonly LibraryItem[],
  key: LibraryItemKey,
  to: LibraryItemTarget,
): Promise<LibraryItem | null> {
  const leading = (textId: string) => libraryItems.find(({ transcriptId }) => transcriptId === textId) ?? null
  if (to.transcriptId) return leading(to.transcriptId)
  const waiting = to.jobId ? libraryItems.find(({ jobId }) => jobId === to.jobId) : undefined
  if (waiting || libraryItems.length === 0) return waiting ?? null
  const text = await findTextOfOrigin(tx, key.mediaId, key.requestedLang)
  return text && (leading(text.id) ?? findCorrectedItem(tx, { userId: key.userId, transcriptId: text.id }))
}

/** Removes a language from a library item that several have led to, since it leads to another transcript now. */
async function takeLanguage(
  tx: Db,
  { id, requestedLang: first, alsoRequested }: LibraryItem,
  lang: string,
): Promise<void> {
  const [requestedLang = first, ...others] = [first, ...alsoRequested].filter((one) => one !== lang)
  await tx.libraryItem.update({ where: { id }, data: { requestedLang, alsoRequested: others } })
}

/** Whether an item keeps its transcript while another waits for a job: they merge once both have the same. */
function hasFinalText({ transcriptId }: LibraryItem, same: LibraryItem, to: LibraryItemTarget): boolean {
  return !to.transcriptId && transcriptId !== null && transcriptId !== same.transcriptId
}

function leadsElsewhere({ transcriptId, alsoRequested }: LibraryItem, to: LibraryItemTarget): boolean {
  return Boolean(transcriptId && to.transcriptId && transcriptId !== to.transcriptId && alsoRequested.length > 0)
}

/**
 * Creates or updates a user's library item for a media and language. Languages that lead to the same transcript, or
 * wait for the same job, share an item. A description by a feed is kept.
 */
export async function saveLibraryItem(
  tx: Db,
  key: LibraryItemKey,
  to: LibraryItemTarget,
  description: EpisodeDescription | null = null,
): Promise<LibraryItem> {
  const libraryItem = await saveTarget(tx, key, to)
  return description ? describeLibraryItem(tx, libraryItem, description) : libraryItem
}

/** A text that the user has corrected is replaced by the corrected copy, which the language leads to as well from now on. */
async function toCorrected(tx: Db, { userId, requestedLang }: LibraryItemKey, to: LibraryItemTarget) {
  if (!to.transcriptId) return to
  const corrected = await findCorrectedItem(tx, { userId, transcriptId: to.transcriptId })
  if (!corrected?.transcriptId) return to
  await addRequestedLang(tx, corrected.transcriptId, requestedLang)
  return { ...to, transcriptId: corrected.transcriptId }
}

/** Whether an item has a corrected text that the new one would replace: the new text then goes to a separate item. */
async function isKept(tx: Db, { transcriptId }: LibraryItem, to: LibraryItemTarget): Promise<boolean> {
  if (!transcriptId || !to.transcriptId || transcriptId === to.transcriptId) return false
  const text = await tx.transcript.findUnique({ where: { id: transcriptId }, select: { origin: true } })
  return text !== null && isCorrectedText(text)
}

async function saveTarget(tx: Db, key: LibraryItemKey, wanted: LibraryItemTarget): Promise<LibraryItem> {
  await lockLibraryItems(tx, key)
  const { userId, mediaId, requestedLang } = key
  const to = await toCorrected(tx, key, wanted)
  const libraryItems = await tx.libraryItem.findMany({ where: { userId, mediaId }, orderBy: { createdAt: 'desc' } })
  const leading = libraryItems.find((one) => [one.requestedLang, ...one.alsoRequested].includes(requestedLang))
  const asked = leading && !(await isKept(tx, leading, to)) ? leading : null
  const same = await findSame(tx, libraryItems, key, to)
  const isSplit = asked !== null && leadsElsewhere(asked, to)
  if (isSplit) await takeLanguage(tx, asked, requestedLang)
  if (asked && !isSplit && (!same || same.id === asked.id || hasFinalText(asked, same, to)))
    return tx.libraryItem.update({ where: { id: asked.id }, data: to })
  if (asked && !isSplit && same) return mergeLibraryItems(tx, asked, same, to)
  if (!same) return tx.libraryItem.create({ data: { id: newId(), ...key, ...to } })
  return tx.libraryItem.update({ where: { id: same.id }, data: { ...to, alsoRequested: { push: requestedLang } } })
}

/**
 * Links a library item to its transcript, and merges it with the item that leads there already. A corrected copy stays: the
 * transcript is what it is a copy of from now on. Returns null when the item has been removed, or merged into another.
 */
export async function linkLibraryItem(tx: Db, id: string, to: { transcriptId: string; coveredMs: number | null }) {
  const found = await tx.libraryItem.findUnique({ where: { id } })
  if (!found) return null
  await lockLibraryItems(tx, found)
  const libraryItem = await tx.libraryItem.findUnique({
    where: { id },
    include: { transcript: { omit: WITHOUT_TEXT } },
  })
  const corrected = libraryItem?.transcript && isCorrectedText(libraryItem.transcript) ? libraryItem.transcript : null
  if (corrected) {
    await setCorrectedFrom(tx, corrected.id, to.transcriptId)
    return tx.libraryItem.update({ where: { id }, data: { coveredMs: to.coveredMs } })
  }
  const elsewhere = await findCorrectedItem(tx, { userId: found.userId, transcriptId: to.transcriptId })
  const transcriptId = elsewhere?.transcriptId ?? to.transcriptId
  const same = await tx.libraryItem.findUnique({
    where: { userId_transcriptId: { userId: found.userId, transcriptId } },
  })
  if (!libraryItem) return null
  if (same && same.id !== id) return mergeLibraryItems(tx, libraryItem, same, { ...to, transcriptId })
  return tx.libraryItem.update({ where: { id }, data: to })
}
