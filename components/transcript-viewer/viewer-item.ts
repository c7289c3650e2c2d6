import type { BetterSpeech } from '@/lib/library/transcribe-again/contract'
import type { NoticeView } from '@/lib/notices/contract'
import type { Published } from '@/lib/publishing/contract'
import type { LibraryItemView } from '@/lib/transcripts/library-item/contract'

/** A library item as its page shows it, and its public page. */
export type ViewerItem = LibraryItemView & {
  published: Published | null
  /** How the text can be made better on this machine; null: it can't, or not by this user. */
  speech: BetterSpeech | null
  /** How the user sets up a better speech engine on this server; null: they may not. */
  engineCommands: EngineCommands | null
  /** What the user may choose about being notified of the job's end. */
  notices: NoticeView
  /** Where the text on the page ends, in seconds, if the transcript is too long for one page. */
  pageEndSeconds: number | null
  /** Whether the source has the times of its words. They are fetched when the recording plays. */
  hasWords: boolean
}

/** Commands that set up a better speech engine, as they are run where the service is. */
export type EngineCommands = { fetchModel: string; useServer: string }

/** A line of the text. Times are seconds; `speaker` is the id of one of the speakers. */
export type Line = { start: number; end: number; text: string; speaker?: string | undefined }
