import { isPackage } from '../project-root.mjs'
import { runOrFail, toolEnv } from '../run-tool.mjs'
import { refuseWhileRunning } from '../running-servers.mjs'
import { doStep, isUpToDate } from './stamp.mjs'

const STEP = {
  name: 'pages',
  inputs: [
    'app',
    'components',
    'lib',
    // The search index of the documentation is built with the pages.
    'docs/guide',
    'pages',
    'inngest',
    'prisma/schema',
    'public',
    'proxy.ts',
    'instrumentation-client.ts',
    'next.config.ts',
    'server/http/paths.ts',
    'server/http/site-headers.ts',
    'server/setup/build/skip-type-check.cjs',
    'postcss.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ],
  outputs: ['.next/BUILD_ID'],
}

/** Whether the pages that are there are those of the sources. */
export function pagesAreBuilt() {
  return isPackage || isUpToDate(STEP)
}

/**
 * Builds the pages with Next.
 * @param {(line: string) => void} say
 */
export async function buildPages(say) {
  await doStep(STEP, async () => {
    refuseWhileRunning('The pages have changed and need building')
    say('Building the pages …')
    const args = ['--require', './server/setup/build/skip-type-check.cjs', 'node_modules/next/dist/bin/next', 'build']
    await runOrFail('The pages could not be built', process.execPath, args, toolEnv({ NEXT_TELEMETRY_DISABLED: '1' }))
  })
}
