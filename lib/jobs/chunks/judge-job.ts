import { formatShortClock } from '@/lib/captions/clock'
import type { Warning } from '@/lib/captions/warning'
import { db } from '@/lib/core/db/db'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import {
  type Evidence,
  judgeChunk,
  judgeRecording,
  parseEvidence,
  provesOtherLanguage,
} from '@/lib/speech/judge-language'
import { otherLanguage } from '@/lib/speech/language-not-supported'
import type { Span } from '@/lib/speech/segments/find-loops'

type JudgedChunk = Pick<Chunk, 'startMs' | 'endMs' | 'evidence'>

const MAX_SPANS_NAMED = 5
/** Half a minute each: some minutes of speech. */
const FIRST_CHUNKS = 8

const evidenceIn = (chunks: readonly Pick<Chunk, 'evidence'>[]): Evidence[] =>
  chunks.flatMap(({ evidence }) => parseEvidence(evidence) ?? [])

const onlyLangOf = (evidence: readonly Evidence[]) => evidence.find(({ onlyLang }) => onlyLang !== null)?.onlyLang

/** Whether a chunk's text may be invented: it is not shown before the job has ended. */
export function isUncertain({ evidence }: Pick<Chunk, 'evidence'>): boolean {
  const verdict = judgeChunk(parseEvidence(evidence))
  return verdict === 'differs' || verdict === 'doubtful'
}

/** Throws `language_not_supported` where the beginning of a job's recording proves another language than the engine's only one. */
export async function checkSpokenLanguage(jobId: string): Promise<void> {
  const first = await db().chunk.findMany({
    where: { jobId, silent: false, finishedAt: { not: null } },
    select: { evidence: true },
    orderBy: { index: 'asc' },
    take: FIRST_CHUNKS,
  })
  const evidence = evidenceIn(first)
  const onlyLang = onlyLangOf(evidence)
  if (onlyLang && provesOtherLanguage(evidence)) throw otherLanguage(onlyLang)
}

/** The times of spans, for a sentence: `0:10–0:20, 1:00–1:30 and 2 more`. */
export function namesOf(spans: readonly Span[]): string {
  const names = spans
    .slice(0, MAX_SPANS_NAMED)
    .map(({ startMs, endMs }) => `${formatShortClock(startMs)}–${formatShortClock(endMs)}`)
    .join(', ')
  return spans.length > MAX_SPANS_NAMED ? `${names} and ${spans.length - MAX_SPANS_NAMED} more` : names
}

/** Spans in order, those that touch as one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { startMs, endMs } of spans) {
    const last = all.at(-1)
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs)
    else all.push({ startMs, endMs })
  }
  return all
}

/**
 * The warnings of a job's text by the measures of its chunks. Throws `language_not_supported` where most of the speech is in
 * another language than the engine's only one.
 */
export function judgeJob(chunks: readonly JudgedChunk[]): Warning[] {
  const evidence = evidenceIn(chunks)
  const onlyLang = onlyLangOf(evidence)
  const verdict = judgeRecording(evidence.filter((chunk) => chunk.onlyLang !== null && chunk.voicedMs > 0))
  if (onlyLang && verdict === 'differs') throw otherLanguage(onlyLang)
  const warnings: Warning[] = []
  const loops = chunks.flatMap(({ startMs, evidence: stored }) =>
    (parseEvidence(stored)?.loops ?? []).map((loop) => ({
      startMs: startMs + loop.startMs,
      endMs: startMs + loop.endMs,
    })),
  )
  if (loops.length > 0) {
    const detail = `The speech engine only repeated itself here, so any words spoken are missing: ${namesOf(joined(loops))}.`
    warnings.push({ code: 'speech_missing', detail })
  }
  if (!onlyLang) return warnings
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(onlyLang)
  const uncertain = joined(chunks.filter(isUncertain))
  if (uncertain.length > 0) {
    const detail = `The text of these parts may be invented, because the speech may not be ${language}: ${namesOf(uncertain)}. Compare it with the recording.`
    warnings.push({ code: 'language_uncertain', detail })
  } else if (verdict === 'doubtful') {
    const detail = `The text may be invented, because the speech may not be ${language}. Compare it with the recording.`
    warnings.push({ code: 'language_uncertain', detail })
  }
  if (
    verdict === 'unknown' ||
    evidence.some(({ onlyLang: only, confidence, voicedMs }) => only && voicedMs > 0 && !confidence)
  ) {
    const detail = `The speech engine supports only ${language}, and could not verify that the recording is in ${language}.`
    warnings.push({ code: 'language_unverified', detail })
  }
  return warnings
}
