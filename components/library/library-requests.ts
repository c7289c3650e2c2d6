import { problemOf } from '@/components/problem/problem-of'
import { createClient } from '@/lib/api/client'
import {
  changeTranscriptions,
  type LibraryQuery,
  listTranscriptions,
  removeTranscription,
  type Transcription,
  type TranscriptionBatch,
  type TranscriptionList,
  updateTranscription,
} from '@/lib/library/contract'
import { listTags, type TagList } from '@/lib/library/tags/contract'
import { emptyTrash } from '@/lib/library/trash/contract'
import { createTranscript } from '@/lib/transcripts/contract'

export async function fetchTranscriptions(query: LibraryQuery, signal: AbortSignal): Promise<TranscriptionList> {
  return (await createClient()(listTranscriptions, { query }, { signal })).body
}

/** Fetches the user's tags. */
export async function fetchTags(signal: AbortSignal): Promise<TagList['tags']> {
  return (await createClient()(listTags, {}, { signal })).body.tags
}

/** An action on transcripts. `tag` and `untag` are about one tag. */
export type Action = 'publish' | 'unpublish' | 'remove' | 'restore' | 'tag' | 'untag'

export type Subject = Pick<Transcription, 'id' | 'title'>

/** The outcome for one library item: its public page, or why the action was refused. */
export type ActionOutcome = Subject & { slug: string | null; refusal: string | null }

const ACTIONS = {
  publish: 'publish',
  unpublish: 'unpublish',
  remove: 'delete',
  restore: 'restore',
  tag: 'add_tags',
  untag: 'remove_tags',
} as const satisfies Record<Action, TranscriptionBatch['action']>

/** How many are changed by one call: the progress is seen, and a page of them is few calls. */
const AT_A_TIME = 10

/**
 * Performs an action on transcripts, a few by each call, and reports how many are done. A refusal does not stop the
 * others; when a call fails, those that it was about are refused.
 */
export async function actOnTranscripts(
  action: Action,
  subjects: readonly Subject[],
  { tag, onProgress }: { tag?: string | undefined; onProgress: (done: number) => void },
): Promise<ActionOutcome[]> {
  const client = createClient()
  const outcomes: ActionOutcome[] = []
  for (let from = 0; from < subjects.length; from += AT_A_TIME) {
    onProgress(from)
    const part = subjects.slice(from, from + AT_A_TIME)
    const body = { action: ACTIONS[action], ids: part.map(({ id }) => id), tags: tag === undefined ? [] : [tag] }
    try {
      const answer = await client(changeTranscriptions, { body })
      answer.body.outcomes.forEach(({ slug, error }, index) => {
        outcomes.push({ id: '', title: null, ...part[index], slug, refusal: error?.detail ?? null })
      })
    } catch (error) {
      const refusal = problemOf(error).detail
      outcomes.push(...part.map(({ id, title }) => ({ id, title, slug: null, refusal })))
    }
  }
  return outcomes
}

/** Gives a transcript a title of the user's; null restores the source's. Returns the title that it has then. */
export async function renameTranscription(id: string, title: string | null): Promise<string | null> {
  return (await createClient()(updateTranscription, { params: { id }, body: { title } })).body.title
}

/** Requests a failed recording again. */
export async function retryTranscription({ url, requested_lang: lang }: Transcription): Promise<void> {
  await createClient()(createTranscript, { body: { url, lang } })
}

/** Deletes a transcript of the trash permanently. */
export async function deletePermanently(id: string): Promise<void> {
  await createClient()(removeTranscription, { params: { id }, query: { permanently: true } })
}

/** Deletes all that is in the trash permanently. */
export async function deleteTrash(): Promise<void> {
  await createClient()(emptyTrash, {})
}
