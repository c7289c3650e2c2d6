import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runTool } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'

/** The last commit, and uncommitted changes. */
export const DEFAULT_BASE = 'HEAD~1'

/**
 * The lines that git writes.
 * @param {string} folder
 * @param {string[]} args
 */
export async function git(folder, args) {
  const { code, output } = await runTool('git', ['-C', folder, ...args])
  if (code !== 0) throw new SetupError(`git ${args.join(' ')} failed:\n${output.trim()}`, { exitCode: 2 })
  return output.split('\n').filter(Boolean)
}

/**
 * The commit from which the present one and a named one have come, which is the named one where it is in this history.
 * @param {string} name
 * @param {string} [folder]
 * @returns {Promise<string>}
 */
export async function baseOf(name, folder = projectRoot) {
  // A name that looks like an option must not be one.
  const [commit = ''] = await git(folder, ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`])
  const [base = commit] = await git(folder, ['merge-base', commit, 'HEAD'])
  return base
}

/**
 * The files that differ from a commit of this history, new ones included, below the project's folder.
 * @param {string} commit
 * @param {string} [folder]
 * @returns {Promise<string[]>}
 */
export async function changedFiles(commit, folder = projectRoot) {
  const different = await git(folder, ['diff', '--name-only', '--relative', '--diff-filter=d', commit])
  const untracked = await git(folder, ['ls-files', '--others', '--exclude-standard'])
  return [...new Set([...different, ...untracked])].sort()
}

/**
 * The unit and integration tests among changed files, and those that are named after one of them: its nearest tests. A deep
 * test is one only if it has changed itself.
 * @param {readonly string[]} files
 * @param {(folder: string) => string[]} list the names in a folder
 * @returns {string[]}
 */
export function testsBeside(files, list) {
  const beside = files.flatMap((file) => {
    const { dir, name } = path.posix.parse(file)
    const subject = name.replace(/(?:\.(?:deep|integration|test))+$/, '')
    return list(path.posix.join(dir, '.'))
      .filter(
        (other) => other.startsWith(`${subject}.`) && /^[^.]+(?:\.deep)?(?:\.integration)?\.test\.ts$/.test(other),
      )
      .filter((other) => other === path.posix.basename(file) || !other.includes('.deep.'))
      .map((other) => path.posix.join(dir, other))
  })
  return [...new Set(beside)].sort()
}
