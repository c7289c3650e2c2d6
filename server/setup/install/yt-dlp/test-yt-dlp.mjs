import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { compareReleases, FIRST_WITH_RUNTIMES } from '../../../../lib/sources/yt-dlp/copies/copies.mjs'
import { writeRuntime } from '../../../../lib/sources/yt-dlp/javascript/write-runtime.mjs'
import { projectRoot } from '../../project-root.mjs'
import { runBounded } from '../../run-bounded.mjs'
import { failureOf } from '../pip.mjs'

const TIMEOUT_MS = 60_000
const HOST = 'verbatim-test.invalid'
const PAGE = `<!DOCTYPE html><html><head><title>A talk</title></head><body><audio src="/talk.mp3"></audio></body></html>`

/**
 * Tries a copy of yt-dlp without a network: it has to take our options and read a page with a recording through a proxy, which is
 * this process and knows that page alone. No platform's page: those change with the releases that are tried.
 * @param {string} program
 * @param {{ version: string, work: string, python: string }} job
 * @returns {Promise<string | null>} what is wrong with it
 */
export async function testYtDlp(program, { version, work, python }) {
  const folder = path.join(work, 'test')
  fs.mkdirSync(folder, { recursive: true })
  const server = http.createServer((request, response) => {
    const isPage = request.url === `http://${HOST}/`
    response.setHeader('content-type', isPage ? 'text/html' : 'audio/mpeg')
    response.end(isPage ? PAGE : Buffer.alloc(64))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  try {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const runtime = `node:${writeRuntime(folder, { python, root: projectRoot })}`
    const takesRuntime = compareReleases(version, FIRST_WITH_RUNTIMES) >= 0
    const { code, output } = await runBounded(
      program,
      [
        ...['--ignore-config', '--no-plugin-dirs', '--no-update', '--no-cache-dir'],
        ...(takesRuntime ? ['--no-js-runtimes', '--js-runtimes', runtime] : []),
        ...[
          '--ies',
          'html5,generic',
          '--proxy',
          `http://127.0.0.1:${port}`,
          '--print',
          'urls',
          '--',
          `http://${HOST}/`,
        ],
      ],
      { timeoutMs: TIMEOUT_MS, cwd: folder },
    )
    const isRead = code === 0 && output.split('\n').includes(`http://${HOST}/talk.mp3`)
    return isRead ? null : `does not read a page that it should read (${failureOf('yt-dlp', output)})`
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
