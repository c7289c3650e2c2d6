import path from 'node:path'
import { buildCli } from './build/build-cli.mjs'
import { buildPages } from './build/build-pages.mjs'
import { buildScripts } from './build/build-scripts.mjs'
import { buildServer } from './build/build-server.mjs'
import { stopCompiler } from './build/compiler.mjs'
import { compressFiles } from './build/compress-files.mjs'
import { generateClient } from './build/generate-client.mjs'
import { installPackages, packagesAreInstalled } from './install/install-packages.mjs'
import { waitForLock } from './lock/lock-file.mjs'
import { isPackage, projectRoot } from './project-root.mjs'
import { endToolsWithUs } from './run-tool.mjs'
import { refuseWhileRunning } from './running-servers.mjs'

/** @typedef {'packages' | 'test-packages' | 'client' | 'scripts' | 'server' | 'cli' | 'pages'} Part */

/**
 * Brings parts of this folder up to date with its sources, in their order: packages, database client, the scripts that
 * pages without React name, server, command line, pages. An installed package has all of them. One process at a time; what
 * another has left half done is done again.
 * @param {readonly Part[]} parts `packages`: what building and running need; `test-packages`: those of tests and checks too
 * @param {(line: string) => void} say
 * @param {{ endWithUs?: boolean }} [options] `endWithUs: false`: the caller ends the tools on a signal (`endTools`)
 */
export async function prepare(parts, say, { endWithUs = true } = {}) {
  if (isPackage) return
  const keepTools = endWithUs ? endToolsWithUs() : () => {}
  const unlock = await waitForLock(path.join(projectRoot, 'dist', 'setup.lock'), (pid) =>
    say(`Process ${pid} is preparing this folder; waiting for it …`),
  )
  try {
    if (parts.includes('test-packages')) await preparePackages('development', say)
    else if (parts.includes('packages')) await preparePackages('service', say)
    // Every compiled part imports the client.
    if (parts.some((part) => part !== 'packages' && part !== 'test-packages')) await generateClient(say)
    if (parts.includes('scripts') || parts.includes('pages')) await buildScripts(say)
    if (parts.includes('server')) await buildServer(say)
    if (parts.includes('cli')) await buildCli(say)
    if (parts.includes('pages')) {
      await buildPages(say)
      await compressFiles(say)
    }
  } finally {
    await stopCompiler()
    unlock()
    keepTools()
  }
}

/**
 * @param {import('./install/install-packages.mjs').Scope} scope
 * @param {(line: string) => void} say
 */
async function preparePackages(scope, say) {
  if (packagesAreInstalled(scope)) return
  refuseWhileRunning('The packages have changed and need installing')
  await installPackages(scope, say)
}
