import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findPython, runPip } from '@/server/setup/install/pip.mjs'
import type { Origin } from '@/test/origin/start-origin'

const run = promisify(execFile)
const REQUIREMENTS = path.resolve('bench/captions/youtube-transcript-api-requirements.txt')

/** A program that fetches the English captions of a YouTube video. */
export type CaptionProgram = {
  name: string
  /** It is started for every video. */
  isCommand?: boolean
  /** Fetches them. Throws when there were none. */
  fetch: (videoId: string) => Promise<void>
  /** The most memory that it has taken so far, in bytes. */
  peakBytes: () => Promise<number>
  stop: () => Promise<void>
}

function reach({ proxyUrl, caFile }: Origin): NodeJS.ProcessEnv {
  return { ...process.env, SSL_CERT_FILE: caFile, REQUESTS_CA_BUNDLE: caFile, HTTPS_PROXY: proxyUrl }
}

/** Runs a command, and prints the most memory that it took, in kB, after what it printed. */
const MEASURED = `import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)`

/** A program that is started for every video. */
function command(name: string, python: string, env: NodeJS.ProcessEnv, args: (videoId: string) => string[]) {
  let peakKb = 0
  const fetch = async (videoId: string) => {
    const { stdout } = await run(python, ['-c', MEASURED, ...args(videoId)], { env })
    peakKb = Math.max(peakKb, Number(stdout.trim().split('\n').at(-1)))
  }
  return { name, isCommand: true, fetch, peakBytes: async () => peakKb * 1024, stop: async () => undefined }
}

/** yt-dlp's own command for captions. */
export async function ytDlpCommand(program: string, python: string, origin: Origin): Promise<CaptionProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
  const asked = ['--skip-download', '--write-subs', '--write-auto-subs', '--sub-langs', 'en', '--sub-format', 'json3']
  const quiet = ['--ignore-config', '--no-cache-dir', '--quiet', '--no-warnings', '--compat-options', 'no-certifi']
  const started = command('yt-dlp', python, reach(origin), (videoId) => [
    ...[program, ...quiet, ...asked, '--proxy', origin.proxyUrl, '--output', path.join(folder, videoId)],
    `https://www.youtube.com/watch?v=${videoId}`,
  ])
  const fetch = async (videoId: string) => {
    await started.fetch(videoId)
    const isWritten = (await readdir(folder)).some((name) => name.startsWith(videoId))
    if (!isWritten) throw new Error('yt-dlp wrote no captions')
  }
  return { ...started, fetch, stop: () => rm(folder, { recursive: true, force: true }) }
}

const FETCH = `import resource, sys
from youtube_transcript_api import YouTubeTranscriptApi
def fetch(video):
    assert len(list(YouTubeTranscriptApi().fetch(video, languages=['en']))) > 0
`
const ONCE = `${FETCH}
fetch(sys.argv[1])`
const REPEATEDLY = `${FETCH}
for line in sys.stdin:
    fetch(line.strip())
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)`

async function install(python: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const place = ['--target', folder, '--platform', 'any', '--require-hashes', '-r', REQUIREMENTS]
  const { code, output } = await runPip(python, ['install', ...place])
  if (code !== 0) throw new Error(`youtube-transcript-api could not be installed:\n${output}`)
}

/** youtube-transcript-api in a process that stays. */
function library(python: string, env: NodeJS.ProcessEnv): CaptionProgram {
  let child: ChildProcess | undefined
  let peakKb = 0
  const start = () => {
    child = spawn(python, ['-c', REPEATEDLY], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    return child
  }
  const fetch = async (videoId: string) => {
    const { stdin, stdout } = child ?? start()
    if (!stdin || !stdout) throw new Error('the program has no pipes')
    const lines = createInterface({ input: stdout })
    stdin.write(`${videoId}\n`)
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
    lines.close()
    if (line === undefined) throw new Error('youtube-transcript-api got no captions')
    peakKb = Math.max(peakKb, Number(line))
  }
  const stop = async () => {
    child?.kill()
  }
  return { name: 'youtube-transcript-api, one process', fetch, peakBytes: async () => peakKb * 1024, stop }
}

/** youtube-transcript-api as a command for every video and in one process, installed for this run by its pinned hashes. */
export async function youtubeTranscriptApi(python: string, origin: Origin): Promise<CaptionProgram[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
  await install(python, folder)
  const env = { ...reach(origin), PYTHONPATH: folder }
  const once = command('youtube-transcript-api', python, env, (videoId) => [python, '-c', ONCE, videoId])
  return [{ ...once, stop: () => rm(folder, { recursive: true, force: true }) }, library(python, env)]
}

/** The Python that the programs run on. Throws where there is none. */
export async function benchPython(): Promise<string> {
  const python = await findPython('(3, 10)')
  if (!python) throw new Error('There is no Python 3.10 or newer, which the other programs need. Install python3.')
  return python
}
