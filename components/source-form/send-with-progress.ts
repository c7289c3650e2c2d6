import type { SendBody } from '@/lib/api/upload/send-rest'
import { words } from './words'

/**
 * Sends bytes and tells how many of them have gone. XMLHttpRequest is the one way in which browsers tell that; a file
 * streams from the disk, it is never in memory whole.
 */
export const sendWithProgress: SendBody = (address, { method, headers, body, signal }, onSent) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onerror = () => reject(new TypeError(words.lost))
    request.onabort = () => reject(new DOMException(undefined, 'AbortError'))
    request.onload = () => {
      const answered = new Headers()
      const requestId = request.getResponseHeader('x-request-id')
      if (requestId) answered.set('x-request-id', requestId)
      resolve(new Response(request.responseText || null, { status: request.status, headers: answered }))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    // Of a slice a browser would send the type; S3 has signed the parts without one.
    request.send(body.type === '' ? body : body.slice(0, body.size, ''))
  })
