import { checkNode } from './check-node.mjs'

/** `npm run advisories`: prepares the packages of tests as far as it takes, and compares what is pinned with advisories. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')

await runMain(async () => {
  await prepare(['test-packages'], console.log)
  const { checkAdvisories } = await import('./advisories/check-advisories.mjs')
  return checkAdvisories(process.argv.slice(2))
})
