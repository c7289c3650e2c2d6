import { db } from '@/lib/platform/db'

/** So many pieces with speech in them tell what language a recording is in. */
const WITNESSES = 3

/** The language that most of the witnesses name, when there are enough of them and most agree. */
function agreed(langs: readonly string[]): string | null {
  if (langs.length < WITNESSES) return null
  return langs.find((lang) => langs.filter((other) => other === lang).length > WITNESSES / 2) ?? null
}

/**
 * The language that a job's engine is to be told: the one that was asked for or, once three pieces with speech have been
 * transcribed, the one that most of the first three are in, which is then written down for good; null until then.
 */
export async function chooseJobLanguage(jobId: string): Promise<string | null> {
  const job = await db().job.findUnique({ where: { id: jobId }, select: { langHint: true } })
  if (!job || job.langHint) return job?.langHint ?? null
  const transcribed = await db().chunk.findMany({
    where: { jobId, finishedAt: { not: null }, lang: { not: null }, segments: { not: [] } },
    select: { lang: true },
    orderBy: { index: 'asc' },
    take: WITNESSES,
  })
  const lang = agreed(transcribed.flatMap((chunk) => chunk.lang ?? []))
  if (lang) await db().job.updateMany({ where: { id: jobId, langHint: null }, data: { langHint: lang } })
  return lang
}
