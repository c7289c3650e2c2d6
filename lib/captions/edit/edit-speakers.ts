import { Problem } from '@/lib/core/problem/problem'
import { MAX_SPEAKERS, type Speaker, tidySpeakerName } from '../speakers'
import type { SpokenText } from './text-change'

/** New names by speaker, and speakers that turned out to be others. */
export type SpeakerEdit = {
  names: readonly { id: string; name: string | null }[]
  merged: readonly { from: string; into: string }[]
}

function invalid(detail: string, field: string): Problem {
  return new Problem('invalid_edit', { detail, context: { field } })
}

/** Gives speakers their new names. The id after the last one makes a new speaker. */
function renameSpeakers(speakers: readonly Speaker[], names: SpeakerEdit['names']): Speaker[] {
  const renamed = [...speakers]
  for (const [index, { id, name }] of names.entries()) {
    const speaker = { id, name: name === null ? null : tidySpeakerName(name) }
    const place = renamed.findIndex((one) => one.id === id)
    const nextId = `S${Math.max(0, ...renamed.map((one) => Number(one.id.slice(1)))) + 1}`
    if (place >= 0) renamed[place] = speaker
    else if (id === nextId && renamed.length < MAX_SPEAKERS) renamed.push(speaker)
    else {
      const detail = `This transcript has no speaker ${id}. To add a speaker, send ${nextId}.`
      throw invalid(detail, `speakers[${index}].id`)
    }
  }
  return renamed
}

/** Renames and merges speakers: what was said by one is said by the other from now on. Throws `invalid_edit`. */
export function editSpeakers({ segments, speakers }: SpokenText, { names, merged }: SpeakerEdit): SpokenText {
  const renamed = renameSpeakers(speakers, names)
  const successors = new Map<string, string>()
  for (const [index, { from, into }] of merged.entries()) {
    const isKnown = (id: string) => renamed.some((speaker) => speaker.id === id)
    if (from === into || !isKnown(from) || !isKnown(into) || successors.has(from) || successors.has(into)) {
      const detail = `Speaker ${from} can't be merged into ${into}. Send two different speakers of this transcript.`
      throw invalid(detail, `merge[${index}]`)
    }
    for (const [one, other] of successors) if (other === from) successors.set(one, into)
    successors.set(from, into)
  }
  if (successors.size === 0) return { segments, speakers: renamed }
  return {
    segments: segments.map((segment) => {
      const speaker = segment.speaker === undefined ? undefined : successors.get(segment.speaker)
      return speaker === undefined ? segment : { ...segment, speaker }
    }),
    speakers: renamed.filter(({ id }) => !successors.has(id)),
  }
}
