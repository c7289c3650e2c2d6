import { createClient } from '@/lib/api/client'
import { removeTranscription } from '@/lib/history/contract'

/** Removes entries one after the other: the first refusal ends it, and what is left stays. */
export async function removeEntries(ids: readonly string[]): Promise<void> {
  const client = createClient()
  for (const id of ids) await client(removeTranscription, { params: { id } })
}
