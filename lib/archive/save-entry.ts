import type { Db } from '@/lib/platform/db'
import type { Entry } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { describeEntry, type EpisodeDescription } from './describe-entry'
import { findText } from './find-text'
import { mergeEntries } from './merge-entries'

export type EntryKey = { userId: string; mediaId: string; requestedLang: string }

/** What an entry leads to. */
export type EntryTarget = { jobId?: string; transcriptId?: string | null; coveredMs?: number | null }

/** A user's entries of one recording take turns to be changed, until the transaction's end. */
export async function lockEntries(tx: Db, { userId, mediaId }: Pick<EntryKey, 'userId' | 'mediaId'>): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`entries ${userId} ${mediaId}`}, 0))`
}

/** The entry that leads to the same text, or waits for the same job. */
async function findSame(tx: Db, entries: readonly Entry[], key: EntryKey, to: EntryTarget): Promise<Entry | null> {
  const leading = (textId: string) => entries.find(({ transcriptId }) => transcriptId === textId) ?? null
  if (to.transcriptId) return leading(to.transcriptId)
  const waiting = to.jobId ? entries.find(({ jobId }) => jobId === to.jobId) : undefined
  if (waiting || entries.length === 0) return waiting ?? null
  const text = await findText(tx, key.mediaId, key.requestedLang)
  return text && leading(text.id)
}

/** Takes a language away from an entry that several have led to, since it leads to another text now. */
async function takeLanguage(tx: Db, { id, requestedLang: first, alsoRequested }: Entry, lang: string): Promise<void> {
  const [requestedLang = first, ...others] = [first, ...alsoRequested].filter((one) => one !== lang)
  await tx.entry.update({ where: { id }, data: { requestedLang, alsoRequested: others } })
}

/** Whether an entry keeps a text of its own while another one waits for a job too: they are made one when both have the same. */
function keepsItsText({ transcriptId }: Entry, same: Entry, to: EntryTarget): boolean {
  return !to.transcriptId && transcriptId !== null && transcriptId !== same.transcriptId
}

function leadsElsewhere({ transcriptId, alsoRequested }: Entry, to: EntryTarget): boolean {
  return Boolean(transcriptId && to.transcriptId && transcriptId !== to.transcriptId && alsoRequested.length > 0)
}

/**
 * A user's line of history for a recording and language, made or brought up to date with what it leads to. Languages that
 * lead to the same text, or wait for the same job, are one line. It keeps what the feed said by which the user came.
 */
export async function saveEntry(
  tx: Db,
  key: EntryKey,
  to: EntryTarget,
  description: EpisodeDescription | null = null,
): Promise<Entry> {
  const entry = await saveTarget(tx, key, to)
  return description ? describeEntry(tx, entry, description) : entry
}

async function saveTarget(tx: Db, key: EntryKey, to: EntryTarget): Promise<Entry> {
  await lockEntries(tx, key)
  const { userId, mediaId, requestedLang } = key
  const entries = await tx.entry.findMany({ where: { userId, mediaId }, orderBy: { createdAt: 'desc' } })
  const asked = entries.find((one) => [one.requestedLang, ...one.alsoRequested].includes(requestedLang)) ?? null
  const same = await findSame(tx, entries, key, to)
  const isSplit = asked !== null && leadsElsewhere(asked, to)
  if (isSplit) await takeLanguage(tx, asked, requestedLang)
  if (asked && !isSplit && (!same || same.id === asked.id || keepsItsText(asked, same, to)))
    return tx.entry.update({ where: { id: asked.id }, data: to })
  if (asked && !isSplit && same) return mergeEntries(tx, asked, same, to)
  if (!same) return tx.entry.create({ data: { id: newId(), ...key, ...to } })
  return tx.entry.update({ where: { id: same.id }, data: { ...to, alsoRequested: { push: requestedLang } } })
}

/**
 * Has an entry lead to its text, as one with the entry that leads there already. Null when it has been removed, or made one
 * with another.
 */
export async function leadEntry(tx: Db, id: string, to: { transcriptId: string; coveredMs: number | null }) {
  const found = await tx.entry.findUnique({ where: { id } })
  if (!found) return null
  await lockEntries(tx, found)
  const entry = await tx.entry.findUnique({ where: { id } })
  const { transcriptId } = to
  const same = await tx.entry.findUnique({ where: { userId_transcriptId: { userId: found.userId, transcriptId } } })
  if (!entry) return null
  if (same && same.id !== id) return mergeEntries(tx, entry, same, to)
  return tx.entry.update({ where: { id }, data: to })
}
