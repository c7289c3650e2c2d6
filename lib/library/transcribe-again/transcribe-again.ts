import { findLibraryItemId } from '@/lib/archive/library-items/library-item-table'
import { findTextOfOrigin } from '@/lib/archive/transcripts/find-stored-text'
import { type StoredTranscript, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { LibraryItem, Media } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { isBetterEngine, type NamedEngine } from '@/lib/speech/engine-rank'
import { noTranscript } from '../find-own-item-id'

type Item = LibraryItem & { media: Media; transcript: StoredTranscript | null }

/** An item with its text, and the engine with which it is transcribed again. */
export type BetterText = { item: Item; text: StoredTranscript; requestedLang: string; engine: NamedEngine }

async function loadItem(userId: string, id: string): Promise<Item | null> {
  if (!isId(id)) return null
  const where = { userId, id: await findLibraryItemId(userId, id) }
  return db().libraryItem.findFirst({ where, include: { media: true, transcript: { omit: WITHOUT_TEXT } } })
}

/** A language for which a request leads to this very text: the job of that language replaces it and no other. */
async function findLeadingLang({ id, mediaId, requestedLang, alsoRequested }: StoredTranscript, item: LibraryItem) {
  const own = [item.requestedLang, ...item.alsoRequested]
  const langs = [requestedLang, ...alsoRequested].sort((a, b) => Number(own.includes(b)) - Number(own.includes(a)))
  for (const lang of langs) {
    if ((await findTextOfOrigin(db(), mediaId, lang))?.id === id) return lang
  }
  return null
}

/** The text of an item as the engine made it: of a corrected one the original. */
async function findMadeText({ transcript }: Item): Promise<StoredTranscript | null> {
  if (!transcript?.correctedFromId) return transcript
  return db().transcript.findUnique({ where: { id: transcript.correctedFromId }, omit: WITHOUT_TEXT })
}

/** The engine in use for a language, if it is better than the one that made a text; else null. */
async function findBetterEngine(made: NamedEngine, lang: string | null): Promise<NamedEngine | null> {
  const { engine, languages } = await configuredEngine(lang)
  if (!engine) return null
  const used = { name: engine.id, model: engine.model }
  const isKnown = lang === null || languages === null || languages.includes(new Intl.Locale(lang).language)
  return isKnown && isBetterEngine(used, made, lang) ? used : null
}

/**
 * The engine that can make an item's text again and better, and what of; null where the text is not whole, was not made
 * from speech by a lesser engine, or a job is at it.
 */
async function findBetterText(item: Item): Promise<BetterText | null> {
  const { coveredMs } = item
  const text = await findMadeText(item)
  if (!text?.complete || coveredMs !== null || text.origin !== '' || text.source !== 'speech_to_text') return null
  if (text.engineName === null) return null
  const engine = await findBetterEngine({ name: text.engineName, model: text.engineModel }, text.lang)
  const requestedLang = engine && (await findLeadingLang(text, item))
  return engine && requestedLang !== null ? { item, text, requestedLang, engine } : null
}

/** The engine by which a text of the caller's can be made again and better; null where none can. */
export async function findEngineForAgain(actor: Actor, libraryItemId: string): Promise<NamedEngine | null> {
  const item = await loadItem(actor.userId, libraryItemId)
  return item && ((await findBetterText(item))?.engine ?? null)
}

/** The link that the text was made from; null for an upload. */
async function findOpenUrl({ media }: Item, text: StoredTranscript): Promise<string | null> {
  if (media.platform === 'upload') return null
  const job = await db().job.findFirst({
    where: { mediaId: media.id, transcriptId: text.id, openUrl: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { openUrl: true },
  })
  return job?.openUrl ?? media.url
}

/**
 * Makes a text of the caller's again with the better engine that is in use by now, free of charge: a job replaces the text
 * for everyone who has it once it is done, and leaves it as it is when it fails. Corrections are carried over. Throws `not_found`, `no_better_engine`,
 * `too_many_jobs`.
 */
export async function transcribeAgain(actor: Actor, id: string): Promise<JobStarted> {
  const item = await loadItem(actor.userId, id)
  if (!item) throw noTranscript()
  const better = await findBetterText(item)
  if (!better) throw new Problem('no_better_engine')
  const { text, requestedLang } = better
  const begun = await startJob(actor, {
    media: item.media,
    openUrl: await findOpenUrl(item, text),
    requestedLang,
    langHint: text.langSpecified ? text.lang : null,
    strict: false,
    captionless: true,
    durationMs: text.totalMs,
    allowPartial: false,
    replaces: text.id,
    fromMs: 0,
    forImport: false,
    isFree: true,
  })
  // Somebody else has had it made again in the meantime.
  if ('storedId' in begun) throw new Problem('no_better_engine')
  return begun
}
