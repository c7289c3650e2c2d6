import type { Segment } from '@/lib/captions/cue'
import type { Correction, TextExtent } from '@/lib/captions/edit/correction'
import type { CarriedOver, StagedCorrection } from '@/lib/captions/edit/staged-correction'
import type { Spelling, SpellingSuggestion } from '@/lib/captions/edit/suggest-spellings'
import type { CaptionText } from '@/lib/captions/found-captions'
import type { EncodingHints } from '@/lib/captions/language/find-charset'
import type { SubtitleReport } from '@/lib/captions/layout/subtitle-checks'
import type { FoundPassage } from '@/lib/captions/search/passages'
import type { SearchTerm } from '@/lib/captions/search/search-words'
import type { LargeDocument } from '@/lib/captions/transcript'

/** A caption file of this machine, or the chunks of an HLS caption track in their order. */
export type CaptionSource = (EncodingHints & { file: string }) | { hlsChunks: readonly Uint8Array[] }

/** A stored text as it was at a time. What has been replaced since is not found. */
export type TextVersion = Pick<LargeDocument, 'transcriptId' | 'changedAt'>

/** How a document is written: as a field or fields of a JSON object without its braces, or bare. */
export type DocumentForm = 'fields' | 'bare'

/** The tasks of worker processes on texts that are too large for the event loop. */
export type TextTasks = {
  /** Parses captions and keeps their text in `staged_text`, unless it is empty. */
  stageCaptions: {
    input: { source: CaptionSource; maxBytes: number; maxJson3Bytes: number }
    output: CaptionText
  }
  /** Renders a document into a file and says how long it is. */
  renderDocument: { input: { document: LargeDocument; form: DocumentForm; file: string }; output: number }
  /** One page of a document for an agent; `end` is null where it is the last. */
  cutPage: {
    input: { document: LargeDocument; offset: number }
    output: { content?: string; segments?: { start: number; end: number; text: string }[]; end: number | null }
  }
  /** Checks the subtitles of a document. */
  checkSubtitles: { input: { document: LargeDocument }; output: SubtitleReport }
  /**
   * The segments that begin at `fromMs` or later and before `untilMs`, as many as fit into `maxBytes`, without the times of their
   * words; `hasWords`: the text has some.
   */
  readSegments: {
    input: { version: TextVersion; fromMs: number; untilMs: number; maxBytes: number }
    output: { segments: Segment[]; isLast: boolean; hasWords: boolean }
  }
  /** The passages of each of several texts with the searched words. */
  findPassages: {
    input: { texts: readonly { transcriptId: string; coveredMs: number | null }[]; terms: readonly SearchTerm[] }
    output: FoundPassage[][]
  }
  /** Corrects a text and keeps the outcome in `staged_text`. */
  correctText: {
    input: { version: TextVersion; correction: Correction; extent: TextExtent; isDryRun: boolean }
    output: StagedCorrection
  }
  /** Carries the corrections of a text over to a new version of its original, and keeps the outcome in `staged_text`. */
  carryOver: { input: { corrected: TextVersion; original: TextVersion }; output: CarriedOver | null }
  /** The words of a text with another spelling than the vocabulary's. */
  suggestSpellings: {
    input: { version: TextVersion; coveredMs: number | null; spellings: readonly Spelling[] }
    output: SpellingSuggestion[]
  }
  /** The words of the first `coveredMs` of a text, and of its title, that it is found by. */
  collectWords: { input: { version: TextVersion; coveredMs: number | null; title: string | null }; output: string[] }
}

export type TextTaskName = keyof TextTasks

/** The messages to a worker, and its answers. */
export type TextRequest = { [Name in TextTaskName]: { name: Name; input: TextTasks[Name]['input'] } }[TextTaskName] & {
  databaseUrl: string
}
export type TextReply =
  | { output: unknown }
  | { problem: { code: string; detail: string; context: Record<string, unknown>; retryAfterSeconds: number | null } }
  | { error: Error }
