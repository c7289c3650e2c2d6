import { createClient } from '@/lib/api/client'
import { type Published, publishTranscription, unpublish } from '@/lib/publishing/contract'

/** Makes a transcript of one's own public. Gives where. Throws ApiError. */
export async function makePublic(entryId: string): Promise<Published> {
  return (await createClient()(publishTranscription, { params: { id: entryId } })).body
}

/** Takes a public transcript back. Throws ApiError. */
export async function takeBack(slug: string): Promise<void> {
  await createClient()(unpublish, { params: { slug } })
}
