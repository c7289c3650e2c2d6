import { isOperator } from '@/lib/accounts/is-operator'
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
import { languageSupport } from '@/lib/speech/language-support'
import { parseLang } from '@/lib/transcripts/parse-request'
import { UNKNOWN_LANG } from '@/lib/usage/charge-seconds'
import { moveCharge } from '@/lib/usage/usage-table'
import { noTranscript } from '../find-own-item-id'
import type { DetectedLanguage, LanguageChoice } from './contract'

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

type SpokenLanguageView = { detected: DetectedLanguage | null; choice: LanguageChoice | null }

/**
 * The language that was heard in the recording of a text of the caller's (null where it was named, or not listened for), and
 * the languages that they can put in its place.
 */
export async function findSpokenLanguage(actor: Actor, libraryItemId: string): Promise<SpokenLanguageView> {
  const item = await loadItem(actor.userId, libraryItemId)
  const spoken = item && (await findSpokenText(item))
  if (!spoken) return { detected: null, choice: null }
  const { langSpecified, lang } = spoken.text
  const heard = langSpecified ? null : await findHeard(spoken.text)
  const languages = (await languageSupport()).flatMap((one) => (one.engine ? [one.lang] : []))
  const guesses = heard?.guesses.filter((guess) => languages.includes(guess.lang)) ?? []
  const detected = heard?.lang && heard.lang === lang ? { lang: heard.lang, guesses } : null
  const isOwned = item.media.ownerId !== null
  const maySayAnything = await isOperator(actor)
  // The page of a link has a menu of the languages of its captions.
  const mayChoose = detected !== null || (isOwned && (maySayAnything || !langSpecified))
  return { detected, choice: mayChoose ? { languages, replaces: maySayAnything || isOwned } : null }
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

/** Throws `operator_required` where only operators may have a text made again: its language was not detected, or none is named. */
function requireDetected({ text }: SpokenText, lang: string | null): void {
  if (lang === null || lang === 'auto') throw new Problem('operator_required')
  if (!text.langSpecified) return
  const detail =
    'The language of this text was named, not detected. Only the operators of this server can change it. Request the recording in another language instead.'
  throw new Problem('operator_required', { detail })
}

/**
 * Makes a text of the caller's again, free of charge, with the better engine that is in use by now or in the language that the caller
 * names: a job replaces the text for everyone who has it once it is done, and leaves it as it is when it fails. Corrections are carried
 * over. Callers who are no operators can correct a detected language: of a recording that others may have, a second text is made, and
 * what they have paid counts for that one. Throws `not_found`, `operator_required`, `no_better_engine`, `language_not_supported`,
 * `invalid_language`, `transcriber_unavailable`, `too_many_jobs`.
 */
export async function transcribeAgain(actor: Actor, id: string, wanted?: string): Promise<JobStarted> {
  const item = await loadItem(actor.userId, id)
  if (!item) throw noTranscript()
  const lang = wanted === undefined ? null : parseLang(wanted)
  const mayReplace = await isOperator(actor)
  const spoken = await findSpokenText(item)
  if (!spoken)
    throw new Problem('no_better_engine', { detail: 'Only a whole text made from speech can be made again.' })
  if (!mayReplace) requireDetected(spoken, lang)
  if (lang === null && !(await findEngineFor(spoken))) throw new Problem('no_better_engine')
  const { text, requestedLang } = spoken
  const { media } = item
  const language = await languageFor(spoken, lang)
  const second = mayReplace || media.ownerId !== null ? null : lang
  if (second !== null) await payForOther(actor, text, second)
  const begun = await startJob(actor, {
    media,
    openUrl: await findOpenUrl(item, text),
    requestedLang: second ?? requestedLang,
    ...language,
    sourceLang: lang === null ? text.lang : null,
    strict: false,
    captionless: true,
    durationMs: text.totalMs,
    allowPartial: false,
    replaces: second === null ? text.id : null,
    fromMs: 0,
    forImport: false,
    isFree: second === null,
  })
  if (!('storedId' in begun)) return begun
  if (second === null)
    // Another user has had it transcribed again meanwhile.
    throw new Problem('no_better_engine')
  const detail = `There is a text of this recording in this language. Request its link with lang=${second}: what you paid for this one counts for it.`
  throw new Problem('no_better_engine', { detail })
}

/** Lets what a user has paid for a text count for one in another language. */
async function payForOther({ userId }: Actor, { mediaId, lang }: StoredTranscript, to: string): Promise<void> {
  await db().$transaction((tx) => moveCharge(tx, { userId, mediaId, from: lang ?? UNKNOWN_LANG, to }))
}
