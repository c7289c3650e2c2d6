import { createClient } from '@/lib/api/client'
import type { Speaker } from '@/lib/captions/speakers'
import { editSpeakers, restoreRevision } from '@/lib/library/corrections/contract'

/**
 * The fields of the dialog, by the ids of speakers: a new name ('': none), and the speaker who is the same person ('':
 * none).
 */
export type SpeakerChoices = { names: Readonly<Record<string, string>>; merged: Readonly<Record<string, string>> }

/** Saves names and merges as one revision. Returns its number; null when nothing was changed. */
export async function saveSpeakers(
  id: string,
  speakers: readonly Speaker[],
  { names, merged }: SpeakerChoices,
): Promise<number | null> {
  const merge = Object.entries(merged).flatMap(([from, into]) => (into === '' ? [] : [{ from, into }]))
  const gone = new Set(merge.map(({ from }) => from))
  const renamed = speakers.flatMap((speaker) => {
    const typed = names[speaker.id]
    const name = typed?.trim() ? typed.trim() : null
    return typed === undefined || gone.has(speaker.id) || name === speaker.name ? [] : [{ id: speaker.id, name }]
  })
  if (renamed.length === 0 && merge.length === 0) return null
  const { body } = await createClient()(editSpeakers, { params: { id }, body: { speakers: renamed, merge } })
  return body.revision
}

/** Restores the text as it was before a revision. */
export async function undoRevision(id: string, revision: number): Promise<void> {
  await createClient()(restoreRevision, { params: { id, number: revision - 1 } })
}
