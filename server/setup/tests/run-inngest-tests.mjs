import path from 'node:path'
import { findOnPath } from '../../../lib/core/programs/find-on-path.mjs'
import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { readOptions } from '../read-options.mjs'
import { showVitest } from './run-vitest.mjs'

const RELEASE = 'v1.44.0'

const USAGE = `Usage: npm run -s test:inngest -- [options]

Runs the built service in two processes against a real Inngest server (${RELEASE}) with PostgreSQL and Redis: INNGEST_BIN, or
inngest on PATH, and REDIS_BIN, or redis-server on PATH. It takes about 40 minutes.

  --only NAME            only the files of test/inngest with this in their names
  --outage SECONDS       how long the long outage of the service lasts (default: 420)
  --record               write down how the server behaves, for the tests that run without one
  --help                 show this`

const OPTIONS = /** @type {const} */ ({
  only: { type: 'string', default: '' },
  outage: { type: 'string', default: '420' },
  record: { type: 'boolean', default: false },
})

const HOW_TO_GET = {
  inngest: `Skipped: there is no Inngest server here. Put the program inngest ${RELEASE} on PATH, or name it in INNGEST_BIN. It comes as a release (https://github.com/inngest/inngest/releases), in the image inngest/inngest:${RELEASE} (/usr/bin/inngest), or from its source: docs/scaling.md says how to build it.`,
  'redis-server':
    'Skipped: there is no Redis here, which the Inngest server keeps its queue in. Install it (Debian: apt-get install redis-server; macOS: brew install redis), or name the program in REDIS_BIN.',
}

/**
 * `npm run test:inngest`. Where there is no server it says how to get one, and has nothing else to say.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runInngestTests(argv) {
  const { values } = readOptions(argv, OPTIONS, USAGE)
  if (!values) {
    console.log(USAGE)
    return 0
  }
  const inngest = process.env.INNGEST_BIN ?? findOnPath(['inngest'])
  const redis = process.env.REDIS_BIN ?? findOnPath(['redis-server'])
  if (!inngest || !redis) {
    console.log(HOW_TO_GET[inngest ? 'redis-server' : 'inngest'])
    return 0
  }
  process.chdir(projectRoot)
  await prepare(['test-packages', 'server', 'cli', 'pages'], (line) => console.log(line))
  return showVitest('inngest', `test/inngest/${values.only}`, {
    INNGEST_BIN: path.resolve(inngest),
    REDIS_BIN: path.resolve(redis),
    OUTAGE_SECONDS: values.outage,
    ...(values.record ? { INNGEST_RECORD: '1' } : {}),
  })
}
