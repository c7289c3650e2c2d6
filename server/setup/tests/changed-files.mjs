import { runTool } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'

/** What is committed last, and what is not committed yet. */
export const DEFAULT_BASE = 'HEAD~1'

/** @param {string[]} args */
async function git(args) {
  const { code, output } = await runTool('git', args)
  if (code !== 0) throw new SetupError(`git ${args.join(' ')} failed:\n${output.trim()}`, { exitCode: 2 })
  return output.split('\n').filter(Boolean)
}

/**
 * The files that differ from a commit, new ones included, below the project's folder.
 * @param {string} base
 * @returns {Promise<string[]>}
 */
export async function changedFiles(base) {
  // A name that looks like an option must not be one.
  const [commit = ''] = await git(['rev-parse', '--verify', '--end-of-options', `${base}^{commit}`])
  const different = await git(['diff', '--name-only', '--relative', '--diff-filter=d', commit])
  const untracked = await git(['ls-files', '--others', '--exclude-standard'])
  return [...new Set([...different, ...untracked])].sort()
}
