import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { Problem } from '@/lib/core/problem/problem'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { PCM_BYTES_PER_MS } from '@/lib/media/pcm-format'
import type { SpeakerTurn } from '../engine'
import { type Answer, postForm, quoteAnswer } from './call-server'
import { openaiProblem } from './openai-problem'
import { transcriptionAddress } from './transcription-address'

export type SpeakerServer = { apiUrl: string; apiKey?: string | undefined; model: string }

/** As a WAV that is below the 25 MB, and the 23 minutes, that OpenAI takes. */
const STRETCH_MS = 12 * 60_000
/** The most known speakers that the server takes, and the length of a sample of each. */
const MAX_KNOWN = 4
const SHORTEST_SAMPLE_MS = 2_000
const LONGEST_SAMPLE_MS = 9_000

/** The part of OpenAI's `diarized_json` that shows who speaks when. */
const diarizedSchema = z.object({
  segments: z.array(z.object({ start: z.number(), end: z.number(), speaker: z.string() })),
})

type Stretch = { pcmFile: string; startMs: number; endMs: number }
type Turn = { startMs: number; endMs: number; label: string }

/** A person who has spoken in an earlier stretch, with a sample of the voice as a data URL. */
type Known = { name: string; speaker: number; sample: string }

async function formOf({ pcmFile, startMs, endMs }: Stretch, model: string, known: readonly Known[]): Promise<FormData> {
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', 'diarized_json')
  form.set('chunking_strategy', 'auto')
  for (const { name, sample } of known) {
    form.append('known_speaker_names[]', name)
    form.append('known_speaker_references[]', sample)
  }
  const wav = await readChunk(pcmFile, startMs, endMs)
  form.set('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'stretch.wav')
  return form
}

function parseDiarized(answer: Answer, apiKey: string | undefined): z.infer<typeof diarizedSchema> {
  try {
    return diarizedSchema.parse(JSON.parse(answer.body))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const cause = new Error(`${quoteAnswer(answer, [apiKey]).message}\n${why}`)
    throw new Problem('transcriber_failed', { context: { retryable: true }, cause })
  }
}

/** The speakers' turns in a stretch, by the labels of the server. Throws the problem of the server's refusal. */
async function fetchTurns(
  { apiUrl, apiKey, model }: SpeakerServer,
  stretch: Stretch,
  known: readonly Known[],
  signal: AbortSignal,
): Promise<Turn[]> {
  const url = transcriptionAddress(apiUrl)
  if (!url) throw new Problem('transcriber_unavailable', { cause: new Error('SPEECH_API_URL is not an address') })
  const answer = await postForm(url, apiKey, await formOf(stretch, model, known), signal)
  if (answer.status !== 200) throw openaiProblem(answer, [apiKey])
  const { segments } = parseDiarized(answer, apiKey)
  const toMs = (seconds: number) => Math.min(stretch.endMs, stretch.startMs + Math.round(seconds * 1000))
  return segments
    .map(({ start, end, speaker }) => ({ startMs: toMs(start), endMs: toMs(end), label: speaker }))
    .filter(({ startMs, endMs }) => endMs > startMs)
}

/** A sample of a voice: the longest turn of it, as a data URL; null where all turns are too short. */
async function sampleOf(pcmFile: string, turns: readonly Turn[]): Promise<string | null> {
  const [longest] = turns.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
  if (!longest || longest.endMs - longest.startMs < SHORTEST_SAMPLE_MS) return null
  const endMs = Math.min(longest.endMs, longest.startMs + LONGEST_SAMPLE_MS)
  const wav = await readChunk(pcmFile, longest.startMs, endMs)
  return `data:audio/wav;base64,${wav.toString('base64')}`
}

/**
 * Finds who speaks when in a PCM file (see `decodeAudio`) with a diarization model of an OpenAI-compatible server. A
 * long recording is sent in stretches; from the second one on, the server gets samples of the first four voices, so
 * that these keep their numbers. Other voices are numbered anew in each stretch. Throws `transcriber_failed` and
 * `transcriber_unavailable`.
 */
export async function fetchSpeakerTurns(
  server: SpeakerServer,
  pcmFile: string,
  signal: AbortSignal,
): Promise<SpeakerTurn[]> {
  const durationMs = (await stat(pcmFile)).size / PCM_BYTES_PER_MS
  const known: Known[] = []
  const found: SpeakerTurn[] = []
  let speakers = 0
  for (let startMs = 0; startMs < durationMs; startMs += STRETCH_MS) {
    const stretch = { pcmFile, startMs, endMs: Math.min(startMs + STRETCH_MS, durationMs) }
    const turns = await fetchTurns(server, stretch, known, signal)
    const numbers = new Map(known.map(({ name, speaker }) => [name, speaker]))
    for (const label of new Set(turns.map((turn) => turn.label))) {
      if (numbers.has(label)) continue
      const speaker = speakers++
      numbers.set(label, speaker)
      const sample = await sampleOf(
        pcmFile,
        turns.filter((turn) => turn.label === label),
      )
      if (sample !== null && known.length < MAX_KNOWN) known.push({ name: `speaker_${speaker + 1}`, speaker, sample })
    }
    for (const { label, ...turn } of turns) found.push({ ...turn, speaker: numbers.get(label) ?? 0 })
  }
  return found
}
