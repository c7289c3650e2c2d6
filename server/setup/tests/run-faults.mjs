import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { endToolsWithUs, runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'

const STRIKES = '100'

/**
 * `npm run test:faults`: the fault suite in its long form, which `npm test` runs in a short one. It prints what it counted.
 * @returns {Promise<number>} the exit code
 */
export async function runFaults() {
  process.chdir(projectRoot)
  await prepare(['test-packages', 'client', 'server', 'pages'], (line) => console.log(line))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'process', 'test/faults']
  const keepTools = endToolsWithUs()
  const { code } = await runTool(process.execPath, args, { env: toolEnv({ FAULT_STRIKES: STRIKES }), show: true })
  keepTools()
  return code ?? 1
}
