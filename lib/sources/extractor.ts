import type { MediaRef } from '@/lib/archive/media-ref'
import type { Track } from '@/lib/captions/choose-track'

/** Where the text of a caption track comes from: an address to fetch at once, or the text itself. */
export type TrackBody =
  | { kind: 'url'; url: string; headers?: Readonly<Record<string, string>> }
  /** An HLS playlist of WebVTT pieces. */
  | { kind: 'hls'; url: string; headers?: Readonly<Record<string, string>> }
  | { kind: 'text'; text: string }

/** A caption track that a platform offers. `name` is the platform's own word for it. */
export type CaptionTrack = Track & { name: string | null; body: TrackBody }

/** Where a recording's sound is to be had. */
export type AudioPlan = { kind: 'yt-dlp' } | { kind: 'link'; url: string }

/** What one way of asking a platform told of a recording. Null is what it did not say. */
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
  /** Null: there is no sound to be had. */
  audio: AudioPlan | null
}

/**
 * One way of asking about a recording. Throws a Problem for what it met: a refusal of the platform's, a block, an answer
 * that can't be read, no answer in time.
 */
export type Extractor = {
  /** For the trace and the log: `youtube VISIONOS`, `yt-dlp`. */
  name: string
  /** How long it may take. */
  timeoutMs: number
  probe: (ref: MediaRef, signal: AbortSignal) => Promise<SourceMedia>
}
