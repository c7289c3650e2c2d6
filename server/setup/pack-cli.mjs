import { checkNode } from './check-node.mjs'

/** Brings the bundle up to date; `npm pack` in cli/ runs it first. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')

await runMain(async () => {
  process.chdir(projectRoot)
  await prepare(['packages', 'cli'], console.error)
  return 0
})
