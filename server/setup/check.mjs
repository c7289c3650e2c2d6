import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { endToolsWithUs } = await import('./run-tool.mjs')
const { runChecks } = await import('./tests/run-checks.mjs')

await runMain(async () => {
  endToolsWithUs()
  await prepare(['test-packages', 'client', 'scripts'], console.log, { endWithUs: false })
  return (await runChecks({ withTests: true })).length === 0 ? 0 : 1
})
