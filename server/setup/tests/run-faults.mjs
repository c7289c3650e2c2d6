import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { endToolsWithUs, runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { buildFormer } from './build-former.mjs'

const STRIKES = '100'
const FLEET_ROUNDS = '3'
const KILLS = '10'

/**
 * `npm run test:faults`: the fault suite in its long form, which `npm test` runs in a short one. What nothing else runs: with `--fleet`
 * that of several processes on one database, with `--kills` kills of one process while its programs work, with `--upgrade [COMMIT]` a
 * former release whose database is migrated below it. They print what they counted.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runFaults(argv) {
  process.chdir(projectRoot)
  await prepare(['test-packages', 'client', 'server', 'pages'], (line) => console.log(line))
  if (argv.includes('--fleet')) return runTest('fleet', { FAULT_FLEET: FLEET_ROUNDS })
  if (argv.includes('--kills')) return runTest('kills', { FAULT_KILLS: KILLS })
  if (!argv.includes('--upgrade')) return runTest('faults', { FAULT_STRIKES: STRIKES })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbatim-former-'))
  try {
    await buildFormer(folder, argv[argv.indexOf('--upgrade') + 1], (line) => console.log(line))
    return await runTest('upgrade', { FAULT_FORMER: folder })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {Record<string, string>} settings
 */
async function runTest(name, settings) {
  const keepTools = endToolsWithUs()
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'process', `test/faults/${name}`]
  const { code } = await runTool(process.execPath, args, { env: toolEnv(settings), show: true })
  keepTools()
  return code ?? 1
}
