import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './check-node.mjs'

/**
 * `npm run models`: prepares the folder as far as it takes, and runs the command. While a service for this machine alone
 * runs on the data folder, its command line asks it, so that both know of each download.
 */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')
const { isServed } = await import('./is-served.mjs')
const { CLI_BUNDLE } = await import('./build/build-cli.mjs')

await runMain(async () => {
  process.chdir(projectRoot)
  const dataDir = path.resolve(projectRoot, process.env.VERBATIM_DATA || '.verbatim')
  const args = process.argv.slice(2)
  if (isServed(dataDir)) {
    await prepare(['packages', 'cli'], console.error)
    process.env.VERBATIM_DATA = dataDir
    process.argv.splice(1, process.argv.length, path.join(projectRoot, CLI_BUNDLE), 'models', ...args)
    await import(pathToFileURL(path.join(projectRoot, CLI_BUNDLE)).href)
    return
  }
  await prepare(['packages', 'client', 'server'], console.error)
  process.setSourceMapsEnabled(true)
  const models = await import(pathToFileURL(path.join(projectRoot, 'dist', 'models.mjs')).href)
  return models.main(args)
})
