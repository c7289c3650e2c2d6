import type pg from 'pg'
import { applyCorrection, type Correction, type TextExtent } from '@/lib/captions/edit/correction'
import type { StagedCorrection } from '@/lib/captions/edit/staged-correction'
import { changeBetween, isNoChange, type SegmentChange, type TextChange } from '@/lib/captions/edit/text-change'
import { segmentJson } from '@/lib/captions/formats/json/json'
import { runInSlices } from '@/lib/captions/parsing/steps'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { collectWords } from '../search-index/collect-words'
import type { StoredText } from '../text-worker/text-table'
import { stageCorrectedText } from './correction-table'
import { combineOldest, loadChangesAfter } from './revision-table'
import { packChange, previewChange } from './stored-change'

/** The most changed segments in a response. After more changes the client reads the text again. */
const MAX_CHANGED_SEGMENTS = 500

/** The changed segments with the indexes that they have now; null for more than a response has. */
function changedSegments({ segments }: TextChange): StagedCorrection['changed'] {
  const count = segments.reduce((sum, { after }) => sum + after.length, 0)
  if (count > MAX_CHANGED_SEGMENTS || segments.length > MAX_CHANGED_SEGMENTS) return null
  let shift = 0
  return segments.map(({ at, before, after }: SegmentChange) => {
    const index = at + shift
    shift += after.length - before.length
    return { index, deleted: before.length, segments: after.map(segmentJson) }
  })
}

export type CorrectionInput = { transcriptId: string; correction: Correction; extent: TextExtent; isDryRun: boolean }

/** Throws `not_found` for a revision that is not kept. */
async function loadUndone(client: pg.ClientBase, { transcriptId, correction }: CorrectionInput): Promise<TextChange[]> {
  if (correction.kind !== 'restore') return []
  const undone = await loadChangesAfter(client, transcriptId, correction.number)
  if (undone) return undone
  throw new Problem('not_found', { detail: 'This transcript has no such revision. List its revisions.' })
}

/**
 * Applies a correction to a text and stages the outcome until it is stored, with the changes that led to it. Where nothing
 * changes, or for a dry run, nothing is staged. Throws `invalid_edit` and `not_found`.
 */
export async function stageCorrection(
  client: pg.ClientBase,
  text: StoredText,
  input: CorrectionInput,
): Promise<StagedCorrection> {
  const { transcriptId, correction, extent, isDryRun } = input
  const undone = await loadUndone(client, input)
  const { text: corrected, count } = applyCorrection(text, correction, { extent, undone })
  const change = changeBetween(text, corrected)
  const outcome = { count, places: change.segments.length, preview: previewChange(change) }
  if (isDryRun || isNoChange(change)) return { ...outcome, stagedId: null, bytes: 0, changed: [] }
  const words = await runInSlices(collectWords(null, corrected.segments))
  const changes = packChange(change)
  const id = newId()
  await combineOldest(client, transcriptId)
  await stageCorrectedText(client, { id, text: corrected, words, changes, base: null })
  return { ...outcome, stagedId: id, bytes: Buffer.byteLength(changes), changed: changedSegments(change) }
}
