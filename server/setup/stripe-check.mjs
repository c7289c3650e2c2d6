import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './check-node.mjs'

/** `npm run stripe:check`: prepares the folder as far as it takes, and looks at the configuration at Stripe. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')

await runMain(async () => {
  await prepare(['packages', 'client', 'server'], console.error)
  process.setSourceMapsEnabled(true)
  const check = await import(pathToFileURL(path.join(projectRoot, 'dist', 'stripe-check.mjs')).href)
  return check.main()
})
