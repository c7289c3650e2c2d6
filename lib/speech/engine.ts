import type { Segment } from '@/lib/captions/cue'

/** A stretch of speech as a WAV (16 kHz, mono, 16 bit), at most about half a minute long. */
export type SpeechPiece = { wav: Buffer; durationMs: number }

export type TranscribeOptions = {
  /** The BCP 47 language that is spoken; null: the engine finds out. */
  lang: string | null
  /** What was said before, or names that may come up, for engines that can use it. */
  prompt?: string
  signal: AbortSignal
}

/** What was said in a piece. Times are relative to the piece; segments have words where the engine has them. */
export type PieceTranscript = { segments: Segment[]; lang: string | null }

export type EngineId = 'openai' | 'pocketsphinx'

/** `languages`: the base languages an engine knows, or null for those it does not list. */
export type EngineCapabilities = { ok: true; languages: string[] | null } | { ok: false; reason: string }

/**
 * One way to turn speech into text. `transcribe` throws the Problems `transcriber_unavailable` (not now or not here)
 * and `transcriber_failed` (this piece), and the signal's reason when aborted.
 */
export type SpeechEngine = {
  id: EngineId
  model: string
  mode: 'local' | 'remoteSync'
  /** True when its text is only good for a first look. */
  draft: boolean
  capabilities: () => Promise<EngineCapabilities>
  transcribe: (piece: SpeechPiece, options: TranscribeOptions) => Promise<PieceTranscript>
}

const DRAFT_ENGINES: readonly string[] = ['pocketsphinx' satisfies EngineId]

/** Whether the engine of that id, as transcripts name it, only makes drafts. */
export function isDraftEngine(id: string): boolean {
  return DRAFT_ENGINES.includes(id)
}
