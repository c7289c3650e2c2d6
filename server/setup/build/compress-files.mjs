import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { filesBelow } from '../files-below.mjs'
import { projectRoot } from '../project-root.mjs'
import { doStep } from './stamp.mjs'

/** Folders of files that browsers keep forever, and their paths. */
const FOLDERS = [
  { folder: '.next/static', address: '_next/static' },
  { folder: 'public/scripts', address: 'scripts' },
]

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg)$/

/** All compressed files in one, with an index: packages with few files install faster. */
const OUTPUT = 'dist/compressed.bin'
const INDEX = 'dist/compressed.json'

const STEP = {
  name: 'compressed',
  inputs: ['.next/BUILD_ID', 'public/scripts', 'server/setup/build/compress-files.mjs'],
  outputs: [OUTPUT, INDEX],
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Compresses the scripts and styles of pages as far as can be, once: what they are sent as (`server/http/send-compressed.ts`).
 * @param {(line: string) => void} say
 */
export async function compressFiles(say) {
  await doStep(STEP, async () => {
    say('Compressing scripts and styles …')
    const found = await Promise.all(
      FOLDERS.flatMap(({ folder, address }) =>
        filesBelow(path.join(projectRoot, folder))
          .filter((name) => COMPRESSIBLE.test(name))
          .map((name) => compress(path.join(projectRoot, folder, name), `/${address}/${name}`)),
      ),
    )
    const pieces = found.flat()
    fs.mkdirSync(path.join(projectRoot, 'dist'), { recursive: true })
    fs.writeFileSync(path.join(projectRoot, OUTPUT), Buffer.concat(pieces.map(({ content }) => content)))
    fs.writeFileSync(path.join(projectRoot, INDEX), JSON.stringify(placesOf(pieces)))
  })
}

/** @typedef {{ name: string, content: Buffer }} Piece */

/**
 * Where each begins, and how long it is.
 * @param {Piece[]} pieces
 */
function placesOf(pieces) {
  let start = 0
  return Object.fromEntries(
    pieces.map(({ name, content: { byteLength } }) => {
      const place = [start, byteLength]
      start += byteLength
      return [name, place]
    }),
  )
}

/**
 * @param {string} file
 * @param {string} address
 * @returns {Promise<Piece[]>}
 */
async function compress(file, address) {
  const content = fs.readFileSync(file)
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  }
  const [best, next] = await Promise.all([brotli(content, { params }), gzip(content, { level: 9 })])
  return [
    { name: `${address}.br`, content: best },
    { name: `${address}.gz`, content: next },
  ]
}
