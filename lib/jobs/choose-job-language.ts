import { db } from '@/lib/platform/db'

/** How many chunks with speech decide the language of a recording. */
const WITNESSES = 3

/** The language of most of the chunks, when there are enough of them and most agree. */
function agreed(langs: readonly string[]): string | null {
  if (langs.length < WITNESSES) return null
  return langs.find((lang) => langs.filter((other) => other === lang).length > WITNESSES / 2) ?? null
}

/**
 * The language that a job's engine is given: the requested one or, once three chunks with speech are transcribed, the
 * language of most of them, which is then stored; null until then.
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
