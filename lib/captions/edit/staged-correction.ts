import type { SegmentJson } from '../formats/json/json'

/** Corrections that were carried over to a new version of their text and wait to be stored. */
export type CarriedOver = {
  stagedId: string
  places: number
  preview: [startMs: number, before: string, after: string][]
  bytes: number
  unplacedCount: number
  /** The first corrections that have no place in it. */
  unplaced: [startMs: number, before: string, after: string][]
}

/** A corrected text that waits in the database to be stored, and what the response says about it. */
export type StagedCorrection = {
  /** Null: nothing has changed, or nothing was to be stored. */
  stagedId: string | null
  /** How many matches were replaced, or edits made. */
  count: number
  /** How many stretches of segments have changed. */
  places: number
  /** The first of them: [start in ms, text before, text after]. */
  preview: [startMs: number, before: string, after: string][]
  /** The length of the changes as they are stored. */
  bytes: number
  /** The changed segments by the indexes that they have now, in place of `deleted` others; null where there are too many. */
  changed: { index: number; deleted: number; segments: SegmentJson[] }[] | null
}
