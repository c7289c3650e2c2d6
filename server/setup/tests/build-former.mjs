import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runOrFail, runTool } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'
import { toolEnv } from '../tool-env.mjs'

const WHY = 'The former release could not be built'

/**
 * The commit of the last release, or without one that before the newest migration.
 * @returns {Promise<string>}
 */
async function formerCommit() {
  const tags = await git('tag', '--list', 'v*', '--sort=-creatordate')
  const [tag] = tags.split('\n').filter(Boolean)
  if (tag !== undefined) return tag
  const added = await git('log', '-1', '--diff-filter=A', '--format=%h', '--', 'prisma/migrations')
  return `${added.trim()}~1`
}

/**
 * @param {string[]} args
 * @returns {Promise<string>}
 */
async function git(...args) {
  const { code, output } = await runTool('git', args, { env: toolEnv() })
  if (code !== 0) throw new SetupError(`${WHY}: git ${args.join(' ')} said: ${output.trim()}`)
  return output
}

/**
 * Writes the sources of a commit into a folder and builds them, with the packages of this clone where they are the same.
 * @param {string} folder a new one
 * @param {string | undefined} wanted a commit; the last release, or what was before the newest migration, without one
 * @param {(line: string) => void} say
 */
export async function buildFormer(folder, wanted, say) {
  const commit = wanted ?? (await formerCommit())
  say(`Building ${(await git('log', '-1', '--format=%h of %cs: %s', commit)).trim()} …`)
  const archive = path.join(folder, 'former.tar')
  await git('archive', '--output', archive, commit)
  await runOrFail(WHY, 'tar', ['-x', '-f', archive, '-C', folder], toolEnv())
  /** @param {string} root */
  const lock = (root) => fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(projectRoot)) {
    await runOrFail(WHY, 'cp', ['-al', path.join(projectRoot, 'node_modules'), folder], toolEnv())
  }
  await runOrFail(WHY, process.execPath, [path.join(folder, 'server', 'setup', 'build.mjs')], toolEnv())
}
