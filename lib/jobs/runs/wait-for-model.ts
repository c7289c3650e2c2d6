import { Problem } from '@/lib/core/problem/problem'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { type ComingModel, findComingModel } from '@/lib/speech/downloads/find-coming-model'
import { reportWait } from '../wait-table'

const AGAIN_SECONDS = 5

function waitingFor({ title, isPaused, share }: ComingModel): Problem {
  const percent = `${Math.floor(share * 100)} %`
  const detail = isPaused
    ? `The download of ${title} is paused at ${percent}.`
    : `${title} is being downloaded (${percent}).`
  return new Problem('transcriber_unavailable', { detail })
}

/**
 * Whether a job that no engine knows the language of waits: the seconds until it is tried again, while a model for it is being downloaded
 * or where one has just arrived; null: neither.
 */
export async function waitForModel(jobId: string, problem: Problem): Promise<number | null> {
  const { lang } = problem.context
  if (problem.code !== 'language_not_supported' || typeof lang !== 'string') return null
  const coming = await findComingModel(lang)
  if (coming) {
    await reportWait(jobId, waitingFor(coming), AGAIN_SECONDS)
    return AGAIN_SECONDS
  }
  const { languages } = await configuredEngine(lang)
  return lang === 'und' || languages?.includes(new Intl.Locale(lang).language) ? 0 : null
}
