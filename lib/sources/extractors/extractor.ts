import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { Track } from '@/lib/captions/language/choose-track'

/** The text of a caption track: a URL to fetch immediately, or the text itself. */
export type TrackBody =
  | { kind: 'url'; url: string; headers?: Readonly<Record<string, string>> }
  /** An HLS playlist of WebVTT chunks. */
  | { kind: 'hls'; url: string; headers?: Readonly<Record<string, string>> }
  | { kind: 'text'; text: string }

/** A caption track that a platform offers. `name` is the platform's own word for it. */
export type CaptionTrack = Track & { name: string | null; body: TrackBody }

/** How the audio of a recording can be downloaded. */
export type AudioPlan = { kind: 'yt-dlp' } | { kind: 'link'; url: string; headers?: Readonly<Record<string, string>> }

/** The facts about a recording that one extractor has found. Null is unknown. */
export type SourceMedia = {
  title: string | null
  author: string | null
  thumbnailUrl: string | null
  publishedAt: Date | null
  durationMs: number | null
  kind: 'audio' | 'video'
  /** The language spoken, BCP 47. */
  spokenLang: string | null
  tracks: CaptionTrack[]
  /** Null: there is no audio. */
  audio: AudioPlan | null
}

/**
 * A method of getting the facts, captions and audio of a recording. Throws a Problem: a refusal by the platform, a
 * block, a response that can't be parsed, a timeout.
 */
export type Extractor = {
  /** For the trace and the log: `youtube VISIONOS`, `yt-dlp`. */
  name: string
  /** Its time limit. */
  timeoutMs: number
  /** A fallback may know less than the others: it is tried only if each of them failed through no fault of the recording. */
  isFallback?: boolean
  /** Which of the platform's recordings it can read; all by default. */
  handles?: (ref: MediaRef) => boolean
  probe: (ref: MediaRef, signal: AbortSignal) => Promise<SourceMedia>
}
