import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { childEnvironment } from '@/lib/core/programs/child-environment.mjs'
import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { withLockedFolder } from '@/lib/speech/models/with-locked-folder'
import { forgetLibrary } from '@/lib/speech/recognisers/probe-library'
import { findPython, libraryName, NOTE, pythonLine, pythonVersion, whisperFolder } from './find-whisper'

/** 64 MB, over a line of 1 Mbit/s. */
const INSTALL_TIMEOUT_MS = 10 * 60_000
/** How long pip waits for its index. */
const SILENCE_SECONDS = 30
/** The packages are made for Python 3.10 and newer. */
const OLDEST_MINOR = 10

/** The file that pins the packages; put together so that no bundler takes it for a part of the pages. */
const requirementsFile = () => [process.cwd(), 'lib', 'speech', 'whisper', 'requirements.txt'].join(path.sep)

/** The note of an installation of the pinned packages for a Python. */
async function noteFor(python: string): Promise<string> {
  return `${await readFile(requirementsFile(), 'utf8')}${pythonLine(await pythonVersion(python))}`
}

/** Whether the pinned packages are in that folder, for the Python of this machine. */
async function isInstalled(folder: string, python: string): Promise<boolean> {
  return (await readFile(path.join(folder, NOTE), 'utf8').catch(() => null)) === (await noteFor(python))
}

function unavailable(detail: string): Problem {
  return new Problem('transcriber_unavailable', { detail: `The Whisper engine could not be installed: ${detail}` })
}

async function requirePython(): Promise<string> {
  const python = await findPython()
  const [major = 0, minor = 0] = python ? (await pythonVersion(python)).split('.').map(Number) : []
  if (python && major === 3 && minor >= OLDEST_MINOR) return python
  throw unavailable(`it needs Python 3.${OLDEST_MINOR} or newer with pip. Install it, and download the model again.`)
}

/** Runs pip with prebuilt packages only: building one would run unchecked code. */
async function runPip(python: string, target: string, signal: AbortSignal): Promise<void> {
  const bounds = ['--no-input', '--disable-pip-version-check', '--timeout', String(SILENCE_SECONDS), '--retries', '1']
  const checks = ['--only-binary', ':all:', '--no-deps', '--require-hashes']
  const args = ['-m', 'pip', 'install', '--quiet', ...bounds, ...checks, '--target', target]
  const env = Object.entries(childEnvironment({}, 'install')).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const run = await runProgram(python, [...args, '--requirement', requirementsFile()], {
    timeoutMs: INSTALL_TIMEOUT_MS,
    signal,
    env: { ...Object.fromEntries(env), PIP_USER: '0' },
  })
  if (run.ended === 'exited' && run.exitCode === 0) return
  log.warn('the packages of the Whisper engine could not be installed', {
    how: describeEnding(run),
    stderr: run.stderr,
  })
  if (run.stderr.includes('DO NOT MATCH THE HASHES')) {
    const detail =
      "Python's package index gives other files than those known here. They are not used; check PIP_INDEX_URL."
    throw new Problem('upstream_changed', { detail })
  }
  if (run.stderr.includes('No module named pip')) {
    throw unavailable('Python has no pip. Install it (Debian: apt install python3-pip), and download the model again.')
  }
  if (run.stderr.includes('No space left')) {
    const detail = `The disk is full. Free some space, or set VERBATIM_DATA to a folder on another disk, then download again.`
    throw new Problem('storage_unavailable', { detail })
  }
  // The index has releases, and none of their files is for this machine.
  if (/from versions: (?!none)|not a supported wheel/.test(run.stderr)) {
    throw unavailable(
      'its packages are made for Linux with glibc 2.28 or newer and for macOS, with Python 3.10 to 3.14.',
    )
  }
  const detail = `Python's package index can't be reached, or has no packages for this machine. Check the network and PIP_INDEX_URL, then download again. pip: ${lastError(run.stderr)}`
  throw new Problem('upstream_timeout', { detail })
}

function lastError(stderr: string): string {
  const lines = stderr.trim().split('\n').filter(Boolean)
  return lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? 'it failed'
}

/**
 * Installs the packages that run Whisper models (64 MB, 230 MB on the disk) into the data folder, unless the pinned ones are there.
 * Needs no root and leaves the system unchanged. Throws Problems `transcriber_unavailable`, `upstream_timeout`, `upstream_changed`, and
 * `service_unavailable` while another process installs them; the signal's reason.
 */
export async function installWhisper(signal: AbortSignal): Promise<void> {
  const folder = whisperFolder()
  const python = await requirePython()
  if (await isInstalled(folder, python)) return
  await mkdir(path.dirname(folder), { recursive: true })
  await withLockedFolder(folder, async () => {
    if (await isInstalled(folder, python)) return
    const made = await mkdtemp(`${folder}-`)
    try {
      await runPip(python, made, signal)
      await rm(path.join(made, 'bin'), { recursive: true, force: true })
      await writeFile(path.join(made, NOTE), await noteFor(python))
      await rm(folder, { recursive: true, force: true })
      await rename(made, folder)
      forgetLibrary(libraryName(folder))
    } finally {
      await rm(made, { recursive: true, force: true })
    }
  })
}
