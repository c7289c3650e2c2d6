import { createClient } from '@/lib/api/client'
import { receiveUpload, signUpload } from '@/lib/uploads/contract'
import { sendWithProgress } from './send-with-progress'

type Options = { signal: AbortSignal; onProgress: (share: number) => void }

/**
 * Sends a file to the server and gives its object path. Throws `ApiError` when the server refuses it, and the signal's
 * `AbortError` when it is cancelled.
 */
export async function uploadFile(file: File, { signal, onProgress }: Options): Promise<string> {
  const request = { filename: file.name, content_type: file.type || 'application/octet-stream' }
  const { body: target } = await createClient()(signUpload, { body: request }, { signal })
  // The signed address names the server as its operator knows it; the page may have reached it under another name.
  const { pathname, searchParams } = new URL(target.upload_url, window.location.href)
  const put = createClient({ fetch: sendWithProgress(file, onProgress) })
  const upload = {
    params: { upload_id: decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)) },
    query: { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' },
  }
  await put(receiveUpload, upload, { signal })
  return target.object_path
}
