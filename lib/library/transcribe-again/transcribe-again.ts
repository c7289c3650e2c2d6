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
import { configuredEngine, requireEngine } from '@/lib/speech/configured-engine'
import { isBetterEngine, type NamedEngine } from '@/lib/speech/engine-rank'
import type { SpokenLanguage } from '@/lib/speech/identify-language'
import { parseLang } from '@/lib/transcripts/parse-request'
import { noTranscript } from '../find-own-item-id'
import type { DetectedLanguage } from './contract'

type Item = LibraryItem & { media: Media; transcript: StoredTranscript | null }

type SpokenText = { text: StoredTranscript; requestedLang: string }

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

/** A text that an engine made from all of a recording's speech, and the language for which a request leads to it; null where it is none. */
async function findSpokenText(item: Item): Promise<SpokenText | null> {
  const text = await findMadeText(item)
  if (!text?.complete || item.coveredMs !== null || text.origin !== '' || text.source !== 'speech_to_text') return null
  const requestedLang = text.engineName === null ? null : await findLeadingLang(text, item)
  return requestedLang === null ? null : { text, requestedLang }
}

/** The engine that can make a text better than it is; null where none can. */
async function findEngineFor({ text }: SpokenText): Promise<NamedEngine | null> {
  return text.engineName === null
    ? null
    : findBetterEngine({ name: text.engineName, model: text.engineModel }, text.lang)
}

/** The engine by which a text of the caller's can be made again and better; null where none can. */
export async function findEngineForAgain(actor: Actor, libraryItemId: string): Promise<NamedEngine | null> {
  const item = await loadItem(actor.userId, libraryItemId)
  const spoken = item && (await findSpokenText(item))
  return spoken && findEngineFor(spoken)
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

/** The languages that the job of a text heard, or an earlier one; null where none listened, or the track's tag named the language. */
async function findHeard({ mediaId, id }: StoredTranscript): Promise<SpokenLanguage | null> {
  const job = await db().job.findFirst({
    where: { mediaId, transcriptId: id, audioLang: null },
    orderBy: { createdAt: 'desc' },
    select: { langEvidence: true },
  })
  return (job?.langEvidence as SpokenLanguage | null | undefined) ?? null
}

/** The language that was heard in the recording of a text of the caller's; null where it was named, or not listened for. */
export async function findDetectedLanguage(actor: Actor, libraryItemId: string): Promise<DetectedLanguage | null> {
  const item = await loadItem(actor.userId, libraryItemId)
  const spoken = item && (await findSpokenText(item))
  if (!spoken || spoken.text.langSpecified) return null
  const heard = await findHeard(spoken.text)
  if (!heard || heard.lang === null || heard.lang !== spoken.text.lang) return null
  const { languages } = await configuredEngine()
  return { lang: heard.lang, guesses: heard.guesses.filter(({ lang }) => languages?.includes(lang)) }
}

/** The language to transcribe in, and how it was heard: the one that the caller names now, else that of the text. */
async function languageFor(
  { text }: SpokenText,
  lang: string | null,
): Promise<{ langHint: string | null; langEvidence?: SpokenLanguage }> {
  if (lang === 'auto' || (lang === null && !text.langSpecified)) return { langHint: null }
  const heard = await findHeard(text)
  // A language that was put right stays so.
  if (lang === null) return { langHint: text.lang, ...(heard && { langEvidence: heard }) }
  await requireEngine(lang)
  return { langHint: lang, langEvidence: heard ?? { lang: null, guesses: [] } }
}

/**
 * Makes a text of the caller's again, free of charge, with the better engine that is in use by now or in the language that the caller
 * names: a job replaces the text for everyone who has it once it is done, and leaves it as it is when it fails. Corrections are carried
 * over. Throws `not_found`, `no_better_engine`, `language_not_supported`, `invalid_language`,
 * `transcriber_unavailable`, `too_many_jobs`.
 */
export async function transcribeAgain(actor: Actor, id: string, wanted?: string): Promise<JobStarted> {
  const item = await loadItem(actor.userId, id)
  if (!item) throw noTranscript()
  const lang = wanted === undefined ? null : parseLang(wanted)
  const spoken = await findSpokenText(item)
  if (!spoken)
    throw new Problem('no_better_engine', { detail: 'Only a whole text made from speech can be made again.' })
  if (lang === null && !(await findEngineFor(spoken))) throw new Problem('no_better_engine')
  const { text, requestedLang } = spoken
  const begun = await startJob(actor, {
    media: item.media,
    openUrl: await findOpenUrl(item, text),
    requestedLang,
    ...(await languageFor(spoken, lang)),
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
