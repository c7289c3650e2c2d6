import { createClient } from '@/lib/api/client'
import { removeTranscription, type Transcription } from '@/lib/library/contract'
import { publishTranscription, unpublish } from '@/lib/publishing/contract'
import { problemOf } from '../problem-of'

export type Action = 'publish' | 'unpublish' | 'remove'

/** What became of one library item: where it is public now, or why it was refused. */
export type ActionOutcome = Pick<Transcription, 'id' | 'title'> & { slug: string | null; refusal: string | null }

type Subject = Pick<Transcription, 'id' | 'title' | 'slug'>

async function act(action: Action, { id, slug }: Subject): Promise<string | null> {
  const client = createClient()
  if (action === 'publish') return (await client(publishTranscription, { params: { id } })).body.slug
  if (action === 'remove') await client(removeTranscription, { params: { id } })
  else if (slug) await client(unpublish, { params: { slug } })
  return null
}

/** Does the same to each library item in turn. One that is refused holds up none of the others. */
export async function actOnTranscripts(action: Action, libraryItems: readonly Subject[]): Promise<ActionOutcome[]> {
  const outcomes: ActionOutcome[] = []
  for (const libraryItem of libraryItems) {
    const { id, title } = libraryItem
    try {
      outcomes.push({ id, title, slug: await act(action, libraryItem), refusal: null })
    } catch (error) {
      outcomes.push({ id, title, slug: null, refusal: problemOf(error).detail })
    }
  }
  return outcomes
}
