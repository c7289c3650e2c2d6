import fs from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../npm-command.mjs'
import { projectRoot } from '../project-root.mjs'
import { runOrFail } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { git } from './changed-files.mjs'

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
export async function buildFormer(folder, wanted, say) {
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
