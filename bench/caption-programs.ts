import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Origin } from '@/test/origin/start-origin'

const run = promisify(execFile)

/** A program that fetches the English captions of a YouTube video. Throws when it got none. */
export type CaptionProgram = { name: string; fetch: (videoId: string) => Promise<void> }

function reach({ proxyUrl, caFile }: Origin): NodeJS.ProcessEnv {
  return { ...process.env, SSL_CERT_FILE: caFile, REQUESTS_CA_BUNDLE: caFile, HTTPS_PROXY: proxyUrl }
}

/** yt-dlp's own command for captions. */
export function ytDlpCommand(program: string, origin: Origin): CaptionProgram {
  const fetch = async (videoId: string) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
    try {
      const asked = [
        '--skip-download',
        '--write-subs',
        '--write-auto-subs',
        '--sub-langs',
        'en',
        '--sub-format',
        'json3',
      ]
      const quiet = ['--ignore-config', '--no-cache-dir', '--quiet', '--no-warnings', '--compat-options', 'no-certifi']
      const link = `https://www.youtube.com/watch?v=${videoId}`
      const way = ['--proxy', origin.proxyUrl, '--output', path.join(folder, 'text')]
      await run(program, [...quiet, ...asked, ...way, link], { env: reach(origin) })
      if ((await readdir(folder)).length === 0) throw new Error('yt-dlp wrote no captions')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return { name: 'yt-dlp', fetch }
}

const PYTHON = `import sys
from youtube_transcript_api import YouTubeTranscriptApi
assert len(list(YouTubeTranscriptApi().fetch(sys.argv[1], languages=['en']))) > 0`

/** youtube-transcript-api, where this machine's Python has it; else null. */
export async function youtubeTranscriptApi(origin: Origin): Promise<CaptionProgram | null> {
  const has = await run('python3', ['-c', 'import youtube_transcript_api']).catch(() => null)
  if (!has) return null
  const fetch = async (videoId: string) => {
    await run('python3', ['-c', PYTHON, videoId], { env: reach(origin) })
  }
  return { name: 'youtube-transcript-api', fetch }
}
