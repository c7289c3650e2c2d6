import { checkNode } from './check-node.mjs'

/** What `npm pack` in cli/ runs first: brings the bundle up to date. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')

await runMain(async () => {
  process.chdir(projectRoot)
  await prepare(['packages', 'cli'], console.error)
  return 0
})
