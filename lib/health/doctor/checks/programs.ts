import { findProgram } from '@/lib/core/programs/find-program'
import { describeYtDlp, describeYtDlpExtras } from '@/lib/sources/yt-dlp/program/describe-yt-dlp'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { inspectYtDlp } from '@/lib/sources/yt-dlp/program/inspect-yt-dlp'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { type Finding, failed, ok, warning } from './check'

const OLDEST_NODE = [20, 19] as const
const OLDEST_PYTHON = [3, 10] as const
const OLD_DAYS = 60

/** Whether a version (`20.19.0`) is at least another one. */
function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

export async function checkNode(version = process.version): Promise<Finding> {
  if (isAtLeast(version, OLDEST_NODE)) return ok(`Node.js ${version}`)
  return failed(`Node.js ${version}`, `Install Node.js ${OLDEST_NODE.join('.')} or newer, and start again.`)
}

export async function checkFfmpeg(): Promise<Finding> {
  const [ffmpeg, ffprobe] = await Promise.all([
    findProgram('ffmpeg', ['-version']),
    findProgram('ffprobe', ['-version']),
  ])
  const missing = [ffmpeg ? null : 'ffmpeg', ffprobe ? null : 'ffprobe'].filter((name) => name !== null)
  if (missing.length === 0) return ok(`ffmpeg ${ffmpeg?.version ?? ''} with ffprobe`)
  return failed(
    `${missing.join(' and ')} not found on PATH: recordings can't be transcribed, captions work.`,
    'Install ffmpeg (Debian: apt install ffmpeg; macOS: brew install ffmpeg).',
  )
}

export async function checkPython(): Promise<Finding> {
  const python = await findProgram('python3', ['--version'])
  if (!python) {
    return warning(
      'python3 not found on PATH: yt-dlp and the speech engine Moonshine need it.',
      'Install Python 3.10 or newer (Debian: apt install python3 python3-venv).',
    )
  }
  const seen = `Python ${python.version ?? 'of an unknown version'}`
  if (python.version && isAtLeast(python.version, OLDEST_PYTHON)) return ok(seen)
  return warning(seen, `Install Python ${OLDEST_PYTHON.join('.')} or newer: yt-dlp no longer runs with older ones.`)
}

export async function checkYtDlp(): Promise<Finding> {
  const found = await findYtDlp()
  if (!found) {
    return failed(
      'yt-dlp not found: few platforms can be read without it.',
      'Run "npm run -s yt-dlp -- update" with a network connection, or "pip install yt-dlp[default,curl-cffi]".',
    )
  }
  const [described, extras] = await Promise.all([describeYtDlp(), inspectYtDlp(found)])
  const seen = `yt-dlp ${described}; ${await describeYtDlpExtras()}`
  if (found.ageDays > OLD_DAYS)
    return warning(seen, 'Run "npm run -s yt-dlp -- update": platforms change every few weeks.')
  if (extras.runtime && extras.solver && extras.impersonation) return ok(seen)
  return warning(seen, 'Run "npm run -s yt-dlp -- update" with a network connection: it installs what is missing.')
}

export async function checkSpeech(): Promise<Finding> {
  const chosen = await configuredEngine()
  if (!chosen.engine)
    return failed(chosen.reason, 'Download a model with "npm run models -- list", or set an engine up.')
  const able = await chosen.engine.capabilities()
  const name = `${chosen.engine.id} (${chosen.engine.model})`
  if (!able.ok) return failed(`${name}: ${able.reason}`, 'Set the engine up, or choose another one by SPEECH_ENGINE.')
  if (chosen.engine.id !== 'pocketsphinx') return ok(name)
  return warning(`${name}: drafts with many errors`, 'Download a model: "npm run models -- list" shows them.')
}
