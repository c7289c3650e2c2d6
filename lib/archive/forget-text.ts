import { db } from '@/lib/platform/db'

const RUNNING = ['queued', 'in_progress']

/**
 * Removes the text of a recording in a language when nobody has it any more: the transcript, and the jobs it came from
 * with their pieces. Gives whether nobody has any text of the recording. The row lock keeps out whoever is about to be
 * given the transcript.
 */
export async function forgetText({
  mediaId,
  requestedLang,
}: {
  mediaId: string
  requestedLang: string
}): Promise<boolean> {
  return db().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from transcript where media_id = ${mediaId}::uuid
                       and requested_lang = ${requestedLang} for update`
    const [had, wanted] = [
      await tx.entry.count({ where: { mediaId, requestedLang } }),
      await tx.job.count({ where: { mediaId, requestedLang, status: { in: RUNNING } } }),
    ]
    if (had + wanted > 0) return false
    await tx.job.deleteMany({ where: { mediaId, requestedLang } })
    await tx.transcript.deleteMany({ where: { mediaId, requestedLang } })
    return (await tx.entry.count({ where: { mediaId } })) === 0
  })
}
