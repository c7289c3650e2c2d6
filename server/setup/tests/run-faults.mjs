import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { npmCommand, runOrFail, toolEnv } from '../run-tool.mjs'
import { git } from './changed-files.mjs'
import { showVitest } from './run-vitest.mjs'

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
  await prepare(['test-packages', 'server', 'pages'], (line) => console.log(line))
  if (argv.includes('--fleet')) return showVitest('process', 'test/faults/fleet', { FAULT_FLEET: FLEET_ROUNDS })
  if (argv.includes('--kills')) return showVitest('process', 'test/faults/kills', { FAULT_KILLS: KILLS })
  if (!argv.includes('--upgrade')) return showVitest('process', 'test/faults/faults', { FAULT_STRIKES: STRIKES })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbatim-former-'))
  try {
    await buildFormer(folder, argv[argv.indexOf('--upgrade') + 1], (line) => console.log(line))
    return await showVitest('process', 'test/faults/upgrade', { FAULT_FORMER: folder })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const WHY = 'The former release could not be built'

/**
 * The commit of the last release, or without one that before the newest migration.
 * @returns {Promise<string>}
 */
async function formerCommit() {
  const [tag] = await git(projectRoot, ['tag', '--list', 'v*', '--sort=-creatordate'])
  if (tag !== undefined) return tag
  const [added] = await git(projectRoot, ['log', '-1', '--diff-filter=A', '--format=%h', '--', 'prisma/migrations'])
  return `${added}~1`
}

/**
 * Writes the sources of a commit into a folder and builds them, with the packages of this clone where they are the same.
 * @param {string} folder a new one
 * @param {string | undefined} wanted a commit; the last release, or what was before the newest migration, without one
 * @param {(line: string) => void} say
 */
async function buildFormer(folder, wanted, say) {
  const commit = wanted ?? (await formerCommit())
  const [named] = await git(projectRoot, ['log', '-1', '--format=%h of %cs: %s', commit])
  say(`Building ${named} …`)
  const archive = path.join(folder, 'former.tar')
  await git(projectRoot, ['archive', '--output', archive, commit])
  await runOrFail(WHY, 'tar', ['-x', '-f', archive, '-C', folder], toolEnv())
  /** @param {string} root */
  const lock = (root) => fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(projectRoot)) {
    await runOrFail(WHY, 'cp', ['-al', path.join(projectRoot, 'node_modules'), folder], toolEnv())
  }
  const { program, args } = npmCommand()
  await runOrFail(WHY, program, [...args, '--prefix', folder, 'run', 'build'], toolEnv())
}
