import { createClient } from '@/lib/api/client'
import { type LibraryQuery, listTranscriptions, type TranscriptionList } from '@/lib/library/contract'

/** A page of the list, as the server has it now. */
export async function fetchTranscriptions(query: LibraryQuery, signal: AbortSignal): Promise<TranscriptionList> {
  return (await createClient()(listTranscriptions, { query }, { signal })).body
}
