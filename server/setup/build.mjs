import { checkNode } from './check-node.mjs'

/** `npm run build`: everything that `npm start` would make first, for a machine or an image that starts later. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')

await runMain(async () => {
  process.chdir(projectRoot)
  await prepare(['packages', 'client', 'server', 'cli', 'pages'], console.log)
  return 0
})
