import { createClient } from '@/lib/api/client'
import { updateTranscription } from '@/lib/library/contract'

/** Gives a transcript a title of the user's own; null restores the source's. Returns the title that it has then. */
export async function renameTranscript(id: string, title: string | null): Promise<string | null> {
  return (await createClient()(updateTranscription, { params: { id }, body: { title } })).body.title
}
