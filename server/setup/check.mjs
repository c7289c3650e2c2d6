import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { runChecks } = await import('./tests/run-checks.mjs')

await runMain(async () => {
  await prepare(['test-packages', 'client', 'scripts'], console.log)
  return (await runChecks()) === 0 ? 0 : 1
})
