import { listKeptAnswers } from '@/lib/sources/answers/answer-ring'
import type { KeptAnswerView } from './contract'

/** The answers that were not understood, the newest first, without what they said. */
export async function listAnswerViews(): Promise<KeptAnswerView[]> {
  return (await listKeptAnswers()).map(({ body: _, version: __, ...answer }) => answer)
}
