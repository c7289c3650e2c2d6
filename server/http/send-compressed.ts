import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { acceptedEncoding } from './accepted-encoding'
import { SITE_HEADERS } from './site-headers'

/** The files of `server/setup/build/compress-files.mjs`, laid out by their URLs. */
const FOLDER = 'dist/compressed'

const ENDINGS = { br: '.br', gzip: '.gz' } as const

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Every file is named by its content or by its build. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The lengths of the files in a folder, by their path below it. */
function lengthsIn(folder: string): Map<string, number> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = names
    .map((name) => ({ name, stat: statSync(path.join(folder, name)) }))
    .filter(({ stat }) => stat.isFile())
  return new Map(files.map(({ name, stat }) => [`/${name.split(path.sep).join('/')}`, stat.size]))
}

/**
 * Sends scripts and styles as they were compressed once and for all; whatever else is asked for, and whoever takes
 * nothing compressed, is answered by `next`.
 */
export function sendCompressed(root: string, next: http.RequestListener): http.RequestListener {
  const folder = path.join(root, FOLDER)
  const lengths = lengthsIn(folder)
  return (request, response) => {
    const encoding = acceptedEncoding(request)
    const [asked = '/'] = (request.url ?? '/').split('?', 1)
    const type = MEDIA_TYPES[path.extname(asked)]
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (encoding === 'identity' || !type || !reads) return void next(request, response)
    const name = `${asked}${ENDINGS[encoding]}`
    const length = lengths.get(name)
    if (length === undefined) return void next(request, response)
    response.writeHead(200, {
      ...SITE_HEADERS,
      'content-type': type,
      'content-encoding': encoding,
      'content-length': length,
      'cache-control': FOR_EVER,
      vary: 'accept-encoding',
    })
    if (request.method === 'HEAD') return void response.end()
    // A client that disconnects meanwhile ends it; there is nobody to report it to.
    pipeline(createReadStream(path.join(folder, name)), response, () => undefined)
  }
}
