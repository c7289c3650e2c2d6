import http from 'node:http'

/** A request whose body was already received, replayed for its handler. */
export function replayRequest(request: http.IncomingMessage, body: Buffer): http.IncomingMessage {
  const replay = new http.IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, headers, headersDistinct } = request
  Object.assign(replay, { httpVersion, httpVersionMajor, httpVersionMinor, method, url })
  replay.rawHeaders = rawHeaders
  replay.headers = headers
  replay.headersDistinct = headersDistinct
  replay.complete = true
  if (body.byteLength > 0) replay.push(body)
  replay.push(null)
  return replay
}
