import type { Segment } from '@/lib/captions/cue'

/** A stretch of a recording in which one person speaks. `speaker` counts from 0. */
export type SpeakerTurn = { startMs: number; endMs: number; speaker: number }

/** A stretch of speech as a WAV (16 kHz, mono, 16 bit), at most about half a minute long. */
export type SpeechChunk = { wav: Buffer; durationMs: number }

/** The subject of a recording, and names and terms that may come up. */
export type SpeechWords = { prompt: string; terms: readonly string[] }

export type TranscribeOptions = {
  /** The BCP 47 language that is spoken; null: the engine finds out. */
  lang: string | null
  /** For engines that can use them. */
  words?: SpeechWords
  signal: AbortSignal
}

/**
 * How sure a model is of a text: the natural logarithm of the probability that it gives the text, and the number of its tokens, without
 * those that repeat what is before them.
 */
export type TextConfidence = { logProbability: number; tokens: number }

/**
 * The text of a chunk. Times are relative to the chunk; segments have words where the engine has them. `confidence`: where the engine
 * measures it.
 */
export type ChunkTranscript = { segments: Segment[]; lang: string | null; confidence?: TextConfidence | null }

/** All engines, the best first, with those of downloaded models beside each other: the list of models orders those. */
export const ENGINES = ['assemblyai', 'openai', 'sherpa', 'whisper', 'moonshine', 'pocketsphinx'] as const
export type EngineId = (typeof ENGINES)[number]

/** `languages`: the base languages an engine knows, or null for those it does not list. */
export type EngineCapabilities = { ok: true; languages: string[] | null } | { ok: false; reason: string }

type CommonEngine = {
  id: EngineId
  model: string
  /** True when its text is only a draft. */
  draft: boolean
  capabilities: () => Promise<EngineCapabilities>
}

/** A language (BCP 47) that may be spoken, and how probable that is. */
export type LanguageGuess = { lang: string; probability: number }

/**
 * An engine that takes a recording chunk by chunk. `transcribe` throws the Problems `transcriber_unavailable` (not now
 * or not here), `language_not_supported` and `transcriber_failed` (this chunk), and the signal's reason when aborted.
 */
export type ChunkEngine = CommonEngine & {
  mode: 'local' | 'remoteSync'
  /** Whether the decoder writes each token by those before, and so can get stuck. A transducer can't. */
  canLoop: boolean
  transcribe: (chunk: SpeechChunk, options: TranscribeOptions) => Promise<ChunkTranscript>
  /** The languages that may be spoken, the most probable first; absent where the engine can't tell. Throws as `transcribe` does. */
  identify?: (chunk: SpeechChunk, signal: AbortSignal) => Promise<LanguageGuess[]>
}

/** A recording as a file here, or at an address that anyone can open. */
export type RecordingSource = { kind: 'file'; path: string } | { kind: 'url'; url: string }

/** How far a remote engine is. Times count from the start of the recording. */
export type RemoteState = { status: 'running' } | ({ status: 'done' } & ChunkTranscript)

/**
 * An engine that takes a whole recording, works remotely and is polled. `submit` returns the id to poll by. The engine
 * calls `webhookUrl` when it is done, if it can reach this server; `diarize` separates the speakers; `terms` are names
 * that may occur. Both functions throw as `transcribe` does.
 */
export type RecordingEngine = CommonEngine & {
  mode: 'remoteAsync'
  submit: (
    source: RecordingSource,
    options: {
      lang: string | null
      webhookUrl: string | null
      diarize?: boolean
      terms?: readonly string[]
      signal: AbortSignal
    },
  ) => Promise<string>
  poll: (remoteId: string, signal: AbortSignal) => Promise<RemoteState>
}

export type SpeechEngine = ChunkEngine | RecordingEngine

/** The engines whose text is only a draft. */
export const DRAFT_ENGINES = ['pocketsphinx'] as const satisfies readonly EngineId[]

/** Whether the engine of that id, as transcripts name it, only makes drafts. */
export function isDraftEngine(id: string): boolean {
  return (DRAFT_ENGINES as readonly string[]).includes(id)
}

/** The engines whose text never has times of words. */
const ENGINES_WITHOUT_WORDS: readonly EngineId[] = ['moonshine']

/** Whether the text of an engine can have times of words. */
export function canTimeWords({ id }: SpeechEngine): boolean {
  return !ENGINES_WITHOUT_WORDS.includes(id)
}
