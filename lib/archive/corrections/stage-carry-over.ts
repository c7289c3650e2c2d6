import type pg from 'pg'
import type { TextVersion } from '@/lib/archive/texts/text-tasks'
import { carryOver } from '@/lib/captions/edit/carry-over'
import type { CarriedOver } from '@/lib/captions/edit/staged-correction'
import { changeBetween, keyOf, type SpokenText, undoChange } from '@/lib/captions/edit/text-change'
import { runInSlices } from '@/lib/captions/parsing/steps'
import { newId } from '@/lib/core/ids'
import { collectWords } from '../search-index/collect-words'
import { loadSpokenText } from '../text-worker/text-table'
import { stageCorrectedText } from './correction-table'
import { combineOldest, loadBase, loadChangesAfter } from './revision-table'
import { packChange, previewChange } from './stored-change'

/** The maximum number of corrections without a place that a revision lists. */
const MAX_UNPLACED = 100
const MAX_UNPLACED_CHARACTERS = 300

/** The text that a corrected one was made of: as the engine made it last, or as it was before the first revision. */
async function findBase(client: pg.ClientBase, id: string, mine: SpokenText): Promise<SpokenText> {
  const known = await loadBase(client, id)
  if (known) return { segments: known, speakers: [] }
  return ((await loadChangesAfter(client, id, 0)) ?? []).reduce(undoChange, mine)
}

const isSame = (one: SpokenText, other: SpokenText) =>
  one.segments.length === other.segments.length &&
  one.segments.every((segment, index) => keyOf(segment) === keyOf(other.segments[index] ?? segment))

const shorten = (text: string) => text.slice(0, MAX_UNPLACED_CHARACTERS).toWellFormed()

/**
 * Carries the corrections of a text over to the new version of what it was made of, and stages the outcome. Null where that has no
 * other words than before.
 */
export async function stageCarryOver(
  client: pg.ClientBase,
  { corrected, original }: { corrected: TextVersion; original: TextVersion },
): Promise<CarriedOver | null> {
  const mine = await loadSpokenText(client, corrected)
  const theirs = await loadSpokenText(client, original)
  const base = await findBase(client, corrected.transcriptId, mine)
  if (isSame(base, theirs)) return null
  const { text, unplaced } = carryOver(base, mine, theirs)
  const change = changeBetween(mine, text)
  const changes = packChange(change)
  const words = await runInSlices(collectWords(null, text.segments))
  const stagedId = newId()
  await combineOldest(client, corrected.transcriptId)
  await stageCorrectedText(client, { id: stagedId, text, words, changes, base: theirs })
  return {
    stagedId,
    places: change.segments.length,
    preview: previewChange(change),
    bytes: Buffer.byteLength(changes),
    unplacedCount: unplaced.length,
    unplaced: unplaced
      .slice(0, MAX_UNPLACED)
      .map(({ startMs, before, after }) => [startMs, shorten(before), shorten(after)]),
  }
}
