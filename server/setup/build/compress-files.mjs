import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { projectRoot } from '../project-root.mjs'
import { doStep } from './stamp.mjs'

/** Where files lie that browsers keep for ever, and under which path they are asked for. */
const FOLDERS = [
  { folder: '.next/static', address: '_next/static' },
  { folder: 'public/scripts', address: 'scripts' },
]

/** What fonts and pictures are made of is compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg)$/

const OUTPUT = 'dist/compressed'

const STEP = {
  name: 'compressed',
  inputs: ['.next/BUILD_ID', 'public/scripts', 'server/setup/build/compress-files.mjs'],
  outputs: [OUTPUT],
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
    fs.rmSync(path.join(projectRoot, OUTPUT), { recursive: true, force: true })
    await Promise.all(
      FOLDERS.flatMap(({ folder, address }) =>
        filesIn(folder).map((name) => compress(path.join(projectRoot, folder, name), path.join(address, name))),
      ),
    )
  })
}

/** @param {string} folder */
function filesIn(folder) {
  const names = fs.readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => COMPRESSIBLE.test(name))
}

/**
 * @param {string} file
 * @param {string} address
 */
async function compress(file, address) {
  const content = fs.readFileSync(file)
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  }
  const target = path.join(projectRoot, OUTPUT, address)
  const [best, next] = await Promise.all([brotli(content, { params }), gzip(content, { level: 9 })])
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(`${target}.br`, best)
  fs.writeFileSync(`${target}.gz`, next)
}
