import { ytDlpFolders } from '../install/yt-dlp/find-yt-dlp.mjs'
import { chooseCopy, updateYtDlp } from '../install/yt-dlp/update-yt-dlp.mjs'
import { isPackage, projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'
import { runCommand } from './run-command.mjs'

const USAGE = `Usage: ${isPackage ? 'verbatim yt-dlp' : 'npm run -s yt-dlp --'} COMMAND

Shows and updates yt-dlp, which reads the links of most platforms.

  status [--json]   say which yt-dlp is used, what it has, and which copies there are
  update            look for a newer release, try it, and switch to it
  use VERSION       go back to a copy that is there; a newer release than the one left is still switched to

YTDLP_CHANNEL: stable (default), nightly, or off.`

/** @param {string} line */
const print = (line) => console.log(line)

/** @returns {'stable' | 'nightly' | 'off'} */
function channel() {
  const { YTDLP_CHANNEL = 'stable' } = process.env
  if (YTDLP_CHANNEL === 'stable' || YTDLP_CHANNEL === 'nightly' || YTDLP_CHANNEL === 'off') return YTDLP_CHANNEL
  throw new SetupError(`YTDLP_CHANNEL is stable, nightly or off, not "${YTDLP_CHANNEL}".`, { exitCode: 2 })
}

/**
 * @param {string} folder
 * @param {boolean} isBackground No person reads the output, so it reports only changes.
 */
async function update(folder, isBackground) {
  if (process.env.YTDLP_PATH && !isBackground)
    print('YTDLP_PATH names the yt-dlp that is used, so the copy in the data folder is not.')
  const from = channel() === 'nightly' ? 'nightly' : 'stable'
  const update = await updateYtDlp(folder, { channel: from, byHand: !isBackground })
  if (update.outcome === 'updated') {
    print(`yt-dlp ${update.from ?? ''} was updated to ${update.to}.`.replace('  ', ' '))
    if (update.missing.length > 0) print(`It lacks ${update.missing.join(' and ')}.`)
    return 0
  }
  if (update.outcome === 'newest') {
    if (!isBackground) print(`yt-dlp ${update.release ?? ''} is the newest.`.replace('  ', ' '))
    return 0
  }
  if (update.outcome === 'unreachable' && isBackground) return 0
  console.error(`yt-dlp was not updated: ${update.reason}`)
  return 1
}

/**
 * @param {string} folder
 * @param {string} wanted
 */
function use(folder, wanted) {
  const used = chooseCopy(folder, wanted)
  if ('release' in used) {
    print(`yt-dlp ${used.release} is used from now on.`)
    return 0
  }
  const there = used.copies.length > 0 ? `There are: ${used.copies.join(', ')}.` : 'There is none yet.'
  console.error(`There is no copy of yt-dlp ${wanted}. ${there}`)
  return 1
}

/**
 * `npm run yt-dlp`. Only `status` needs the compiled code.
 * @param {string[]} argv
 * @returns {Promise<number | void>} the exit code
 */
export async function runYtDlp([command = '', ...rest]) {
  process.chdir(projectRoot)
  const [folder = ''] = ytDlpFolders()
  if (command === '--help' || command === '-h') return print(USAGE)
  if (command === 'status' && rest.every((option) => option === '--json')) return runCommand('yt-dlp', rest)
  if (command === 'update' && rest.every((option) => option === '--background')) return update(folder, rest.length > 0)
  if (command === 'use' && rest.length === 1 && rest[0]) return use(folder, rest[0])
  throw new SetupError(USAGE, { exitCode: 2 })
}
