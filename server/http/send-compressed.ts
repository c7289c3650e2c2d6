import { createReadStream, existsSync, readFileSync } from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { z } from 'zod'
import { acceptedEncoding } from './accepted-encoding'
import { SITE_HEADERS } from './site-headers'

/** The file that `server/setup/build/compress-files.mjs` writes, and where each script and style is in it. */
const FILE = 'dist/compressed.bin'
const INDEX = 'dist/compressed.json'

const ENDINGS = { br: '.br', gzip: '.gz' } as const

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Every file is named by its content or by its build. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const places = z.record(z.string(), z.tuple([z.number(), z.number()]))

/** The offset and length of each file, by its path and encoding. */
function readPlaces(file: string): Map<string, [start: number, length: number]> {
  return new Map(existsSync(file) ? Object.entries(places.parse(JSON.parse(readFileSync(file, 'utf8')))) : [])
}

/**
 * Sends scripts and styles that the build has compressed. `next` handles other requests, and clients that accept no
 * compression.
 */
export function sendCompressed(root: string, next: http.RequestListener): http.RequestListener {
  const file = path.join(root, FILE)
  const known = readPlaces(path.join(root, INDEX))
  return (request, response) => {
    const encoding = acceptedEncoding(request)
    const [asked = '/'] = (request.url ?? '/').split('?', 1)
    const type = MEDIA_TYPES[path.extname(asked)]
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (encoding === 'identity' || !type || !reads) return void next(request, response)
    const place = known.get(`${asked}${ENDINGS[encoding]}`)
    if (!place) return void next(request, response)
    const [start, length] = place
    response.writeHead(200, {
      ...SITE_HEADERS,
      'content-type': type,
      'content-encoding': encoding,
      'content-length': length,
      'cache-control': FOR_EVER,
      vary: 'accept-encoding',
    })
    if (request.method === 'HEAD') return void response.end()
    // A client that disconnects ends the pipeline; the error has no receiver.
    pipeline(createReadStream(file, { start, end: start + length - 1 }), response, () => undefined)
  }
}
