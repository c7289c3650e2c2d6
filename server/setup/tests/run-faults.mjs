import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { endToolsWithUs, runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'

const STRIKES = '100'
const FLEET_ROUNDS = '3'

/**
 * `npm run test:faults`: the fault suite in its long form, which `npm test` runs in a short one. With `--fleet` that of several processes
 * on one database, which nothing else runs. It prints what it counted.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runFaults(argv) {
  const isFleet = argv.includes('--fleet')
  process.chdir(projectRoot)
  await prepare(['test-packages', 'client', 'server', 'pages'], (line) => console.log(line))
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'process',
    `test/faults/${isFleet ? 'fleet' : 'faults'}`,
  ]
  const settings = isFleet ? { FAULT_FLEET: FLEET_ROUNDS } : { FAULT_STRIKES: STRIKES }
  const keepTools = endToolsWithUs()
  const { code } = await runTool(process.execPath, args, { env: toolEnv(settings), show: true })
  keepTools()
  return code ?? 1
}
