import { env } from '@/lib/core/env'
import { listPlatformStatus } from '@/lib/sources/status/platform-status'
import { type Finding, failed, ok, runCheck, warning } from './checks/check'
import { checkFfmpeg, checkNode, checkPython, checkSpeech, checkYtDlp } from './checks/programs'
import { checkBilling, checkClock, checkDatabase, checkDisk, checkMail, checkStorage } from './checks/services'
import type { MachineCheck } from './contract'

/** Which platforms fail now, from what was asked of them lately. */
async function checkStatus(): Promise<Finding> {
  const platforms = await listPlatformStatus()
  const failing = platforms.filter(({ state }) => state === 'failing').map(({ platform }) => platform)
  if (failing.length > 0) {
    return warning(`Failing now: ${failing.join(', ')}`, 'Run the check with --live to see the cause and the fix.')
  }
  const asked = platforms.reduce((sum, { lastDay }) => sum + lastDay.requests, 0)
  return ok(asked === 0 ? 'No requests in 24 hours' : `None failing in ${asked} requests in 24 hours`)
}

const LOCAL: readonly (readonly [string, () => Promise<Finding>])[] = [
  ['node', () => checkNode()],
  ['ffmpeg', checkFfmpeg],
  ['python', checkPython],
  ['yt-dlp', checkYtDlp],
  ['speech', checkSpeech],
  ['disk', checkDisk],
  ['storage', checkStorage],
  ['mail', checkMail],
  ['billing', checkBilling],
]

const WITH_DATABASE: readonly (readonly [string, () => Promise<Finding>])[] = [
  ['database', checkDatabase],
  ['clock', () => checkClock()],
  ['platforms', checkStatus],
]

const runAll = (checks: typeof LOCAL) => Promise.all(checks.map(([name, check]) => runCheck(name, check)))

/** Checks everything that the service works with on this machine. Sends nothing to a platform. */
export function checkMachine(): Promise<MachineCheck[]> {
  return runAll([...LOCAL, ...WITH_DATABASE])
}

/** Whether the settings can be read: nothing else can be checked otherwise. */
export function checkSettings(): Promise<MachineCheck> {
  return runCheck('settings', async () => {
    try {
      env()
      return ok('All settings are right')
    } catch (error) {
      return failed(
        error instanceof Error ? error.message : String(error),
        'Correct them, then run this command again.',
      )
    }
  })
}

/** The checks where no service runs: its own database is stopped then, and is not started for a check. */
export async function checkStoppedMachine(): Promise<MachineCheck[]> {
  if (env().DATABASE_URL) return checkMachine()
  const database = {
    name: 'database',
    ...warning("The database runs with the service, which isn't running.", 'Run "npm start".'),
  }
  return [...(await runAll(LOCAL)), database]
}
