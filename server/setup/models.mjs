import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './check-node.mjs'

/** `npm run models`: prepares the folder as far as it takes, and runs the command; also while a server runs. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')

await runMain(async () => {
  process.chdir(projectRoot)
  await prepare(['packages', 'client', 'server'], console.error)
  process.setSourceMapsEnabled(true)
  const models = await import(pathToFileURL(path.join(projectRoot, 'dist', 'models.mjs')).href)
  return models.main(process.argv.slice(2))
})
