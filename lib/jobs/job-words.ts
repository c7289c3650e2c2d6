import { vocabularyTerms } from '@/lib/archive/load-vocabulary'
import { db } from '@/lib/core/db/db'
import type { SpeechWords } from '@/lib/speech/engine'
import { firstCaller, type JobWithMedia } from './job-table'

/**
 * The words of the caller who began a job, or of the one who has waited longest since that caller left; and of a recording
 * that belongs to one user, that user's vocabulary: the text of others is the same for every user who has it.
 */
export async function loadJobWords({ id, media: { ownerId } }: JobWithMedia): Promise<SpeechWords> {
  const first = await firstCaller(db(), id)
  const vocabulary = ownerId === null ? [] : await vocabularyTerms(ownerId)
  return { prompt: first?.prompt ?? '', terms: [...new Set([...(first?.keywords ?? []), ...vocabulary])] }
}
