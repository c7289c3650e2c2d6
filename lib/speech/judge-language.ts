import { z } from 'zod'
import { compressionRatio, type Span } from './segments/find-loops'
import type { CheckedTranscript } from './transcribe-without-loops'

const spanSchema = z.object({ startMs: z.number(), endMs: z.number() })

/** The stored evidence by which the language of a chunk's raw text is judged. Times count from the chunk's start. */
const evidenceSchema = z.object({
  /** The only language that the engine knows; null for an engine of several, which finds out which is spoken. */
  onlyLang: z.string().nullable(),
  /** The ratio of the raw text, with its loops. */
  compressionRatio: z.number(),
  confidence: z.object({ logProbability: z.number(), tokens: z.number() }).nullable(),
  /** The length of the speech that has text. */
  voicedMs: z.number(),
  loops: z.array(spanSchema),
})
export type Evidence = z.infer<typeof evidenceSchema>

/** The evidence in a stored chunk; null of a silent one, and of one from before evidence was kept. */
export function parseEvidence(stored: unknown): Evidence | null {
  return evidenceSchema
    .nullable()
    .catch(null)
    .parse(stored ?? null)
}

export function evidenceOf(
  { segments, confidence, rawText, loops }: CheckedTranscript,
  languages: readonly string[] | null,
): Evidence {
  const [onlyLang = null] = languages?.length === 1 ? languages : []
  const lengthMs = (spans: readonly Span[]) => spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  return {
    onlyLang,
    compressionRatio: rawText === '' ? 0 : compressionRatio(rawText),
    confidence,
    voicedMs: lengthMs(segments) + lengthMs(loops),
    loops,
  }
}

/** `unknown`: too little was said. `differs`: the text was made up for another language, or for no language. */
export type Verdict = 'fits' | 'doubtful' | 'differs' | 'unknown'

/** Mean logarithms of the probability of a token, and ratios of compression: `bench/speech.ts` measures both. */
const DIFFERS_BELOW = -0.6
const DOUBTFUL_BELOW = -0.42
const REPETITIVE = 1.95
/** Less speech does not show another language; that it is English shows earlier, where the model is surer than of any other. */
const LEAST_VOICED_MS = 8_500
const LEAST_SURE_MS = 2_500
const SURE_ABOVE = -0.25

type Measure = Pick<Evidence, 'compressionRatio' | 'confidence' | 'voicedMs'>

/**
 * The verdict by how sure the model is. Where that is not measured, a repetitive text is doubtful and no more: hymns, counts and chants
 * repeat themselves too.
 */
function judge({ compressionRatio: ratio, confidence, voicedMs }: Measure): Verdict {
  if (!confidence) return ratio > REPETITIVE ? 'doubtful' : 'unknown'
  const mean = confidence.logProbability / Math.max(1, confidence.tokens)
  if (voicedMs < LEAST_VOICED_MS) return voicedMs >= LEAST_SURE_MS && mean > SURE_ABOVE ? 'fits' : 'unknown'
  if (mean < DIFFERS_BELOW) return 'differs'
  return mean < DOUBTFUL_BELOW ? 'doubtful' : 'fits'
}

/** Whether a chunk's text is in the only language that its engine knows; null for an engine of several, and without text. */
export function judgeChunk(evidence: Evidence | null): Verdict | null {
  if (!evidence || evidence.onlyLang === null || evidence.voicedMs === 0) return null
  return judge(evidence)
}

/** How long speech lasts in chunks of each verdict. */
function voicedByVerdict(chunks: readonly Evidence[]): Record<Verdict, number> {
  const voiced = { fits: 0, doubtful: 0, differs: 0, unknown: 0 }
  for (const chunk of chunks) {
    const verdict = judgeChunk(chunk)
    if (verdict) voiced[verdict] += chunk.voicedMs
  }
  return voiced
}

/** The measure of chunks that are each too short to be judged; without confidence where one of them has none. */
function pooled(chunks: readonly Evidence[]): Measure {
  const sum = { logProbability: 0, tokens: 0 }
  let [voicedMs, isMeasured] = [0, true]
  for (const { confidence, voicedMs: ms } of chunks) {
    voicedMs += ms
    isMeasured &&= confidence !== null
    sum.logProbability += confidence?.logProbability ?? 0
    sum.tokens += confidence?.tokens ?? 0
  }
  return { compressionRatio: 0, confidence: isMeasured ? sum : null, voicedMs }
}

/**
 * The verdict on a recording by its chunks: `differs` where that is the verdict on most of the speech that could be judged. Chunks that
 * are each too short are judged together.
 */
export function judgeRecording(chunks: readonly Evidence[]): Verdict {
  const { fits, doubtful, differs } = voicedByVerdict(chunks)
  const judged = fits + doubtful + differs
  if (judged === 0) return judge(pooled(chunks))
  if (differs > judged / 2) return 'differs'
  return differs + doubtful > 0 ? 'doubtful' : 'fits'
}

/** So much speech, all of it in another language, proves a recording to be in that language before its end. */
const PROOF_MS = 60_000

/** Whether the first chunks of a recording prove that it is in another language than the engine's only one. */
export function provesOtherLanguage(chunks: readonly Evidence[]): boolean {
  const { fits, doubtful, differs } = voicedByVerdict(chunks)
  return fits + doubtful === 0 && differs >= PROOF_MS
}
