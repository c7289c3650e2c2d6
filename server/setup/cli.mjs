import path from 'node:path'
import { checkNode } from './check-node.mjs'

/** `npm run -s cli`: bundles the command line where that is needed, and runs it in the folder the person is in. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')
const { runCli } = await import('./build/build-cli.mjs')

await runMain(async () => {
  const folder = process.env.INIT_CWD ?? process.cwd()
  process.chdir(projectRoot)
  await prepare(['packages', 'cli'], console.error)
  process.chdir(folder)
  // The service on this machine keeps its own token for programs there.
  process.env.VERBATIM_DATA = path.resolve(projectRoot, process.env.VERBATIM_DATA || '.verbatim')
  await runCli(process.argv.slice(2))
})
