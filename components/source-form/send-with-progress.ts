/**
 * A `fetch` that sends `file` as the body and tells how much of it has gone (0 to 1). XMLHttpRequest is the one way in
 * which browsers tell that; the file streams from the disk, it is never in memory whole.
 */
export function sendWithProgress(file: File, onProgress: (share: number) => void): typeof fetch {
  return (address, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'PUT', address instanceof Request ? address.url : address)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = () => reject(new TypeError('The connection was lost while sending the file.'))
      request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
      request.onload = () => {
        const headers = new Headers()
        const requestId = request.getResponseHeader('x-request-id')
        if (requestId) headers.set('x-request-id', requestId)
        resolve(new Response(request.responseText || null, { status: request.status, headers }))
      }
      init.signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(file)
    })
}
