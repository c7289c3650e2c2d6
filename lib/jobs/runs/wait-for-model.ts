import { Problem } from '@/lib/core/problem/problem'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { findComingModel } from '@/lib/speech/downloads/find-coming-model'
import { reportWait } from '../wait-table'

const AGAIN_SECONDS = 5
/** The wait is shown through the next attempt, so that it does not come and go. */
const SHOWN_SECONDS = 3 * AGAIN_SECONDS

/**
 * Whether a job that no engine knows the language of waits: the seconds until it is tried again, while a model for it is being downloaded
 * or where one has just arrived; null: neither.
 */
export async function waitForModel(jobId: string, problem: Problem): Promise<number | null> {
  const { lang } = problem.context
  if (problem.code !== 'language_not_supported' || typeof lang !== 'string') return null
  const coming = await findComingModel(lang)
  if (coming) {
    const detail = `${coming.title} is being downloaded (${Math.floor(coming.share * 100)} %).`
    await reportWait(jobId, new Problem('transcriber_unavailable', { detail }), SHOWN_SECONDS)
    return AGAIN_SECONDS
  }
  const { languages } = await configuredEngine(lang)
  return lang === 'und' || languages?.includes(new Intl.Locale(lang).language) ? AGAIN_SECONDS : null
}
