import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createUser } from '@/test/cli/create-user'
import { CLI, type CliOptions, cliEnv, runCli, startCli } from '@/test/cli/run-cli'
import { runInTerminal } from '@/test/cli/run-in-terminal'
import { linkedPagesRoutes, linksTo, OTHER_LINKS } from '@/test/origin/linked-pages'
import { youtubePlayer, youtubeRefusal, youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { type ServiceProcess, startProcess } from '@/test/process/start-process'
import { startSpeechServer } from '@/test/speech/speech-server'

const CAPTIONED = 'public/samples/captioned.mp4'
const SPEECH = 'public/samples/jfk.flac'
const ASKED = 'ask not what your country can do for you'

const [TALK, LONG, PRIVATE, ROBOT] = ['talkTALKtal', 'longLONGlon', 'privPRIVpri', 'robotROBOTr']
const HOUR_MS = 3_600_000

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-cli-'))
const youtube = youtubeOrigin()
const origin = await startOrigin([...linkedPagesRoutes(TALK, LONG), youtubeSideRoute, youtube.route])
const speech = await startSpeechServer()
let service: ServiceProcess
let env: Record<string, string>

youtube.play({
  player: (_, { videoId }) => {
    if (videoId === PRIVATE) return youtubeRefusal(videoId, 'LOGIN_REQUIRED', 'Private video')
    if (videoId === ROBOT) return youtubeRefusal(videoId, 'LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot')
    const lengthSeconds = videoId === LONG ? '3600' : '11'
    return youtubePlayer(videoId, { videoDetails: { videoId, title: 'A talk', lengthSeconds, author: 'Some Body' } })
  },
  captions: () => {
    const last = { tStartMs: HOUR_MS - 5_000, dDurationMs: 4_000, segs: [{ utf8: 'the end' }] }
    return jsonAnswer({ events: [{ tStartMs: 0, dDurationMs: 1_000, segs: [{ utf8: 'a word' }] }, last] })
  },
})

const get = (args: string[], options: CliOptions = {}) =>
  runCli(['get', ...args], { ...options, env: { ...env, ...options.env } })

beforeAll(async () => {
  service = await startProcess(path.join(folder, 'data'), {
    EGRESS_PROXY_URL: origin.proxyUrl,
    NODE_EXTRA_CA_CERTS: origin.caFile,
    SSL_CERT_FILE: origin.caFile,
    SPEECH_ENGINE: 'openai',
    SPEECH_API_URL: speech.url,
  })
  env = {
    VERBATIM_URL: service.baseUrl,
    VERBATIM_API_KEY: service.apiKey ?? '',
    XDG_CONFIG_HOME: path.join(folder, 'config'),
  }
}, 300_000)

afterAll(async () => {
  await service.stop()
  speech.close()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the output of get', () => {
  test('is the text alone, with nothing on standard error', async () => {
    const { code, stdout, stderr } = await get([CAPTIONED])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(ASKED)
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  test('is the document of the format, or the object with --json', async () => {
    expect((await get([CAPTIONED, '-f', 'srt'])).stdout).toMatch(/^1\n00:00:00,300 --> /)
    expect((await get([CAPTIONED, '-f', 'md'])).stdout).toMatch(/^# /)
    const transcript = JSON.parse((await get([CAPTIONED, '--json'])).stdout)
    expect(transcript).toMatchObject({ platform: 'upload', source: 'captions', format: 'json' })
  })

  test('is the text of --captions, which is of one local recording', { tags: 'deep' }, async () => {
    const captions = path.join(folder, 'speech.srt')
    await writeFile(captions, '1\n00:00:01,000 --> 00:00:03,000\nThe words of the file.\n')
    const { code, stdout } = await get([SPEECH, '--captions', captions, '--json'])
    const expected = { text: 'The words of the file.', source: 'captions', total_seconds: 11 }
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining(expected)])
    for (const sources of [[SPEECH, CAPTIONED], [`https://youtu.be/${TALK}`]]) {
      const refused = await get([...sources, '--captions', captions])
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--captions')])
    }
  })

  test('is what was asked for in the order of the sources, though one of them is bad', { tags: 'deep' }, async () => {
    const { code, stdout, stderr } = await get(['no-such-file.mp3', `https://youtu.be/${TALK}`, CAPTIONED])
    expect(code).toBe(4)
    expect(stdout).toMatch(/^==> https:\/\/youtu\.be\/talkTALKtal <==\n\na word/)
    expect(stdout.indexOf(ASKED)).toBeGreaterThan(stdout.indexOf('the end'))
    expect(stderr).toContain('no-such-file.mp3: File not found: no-such-file.mp3.')
    expect(stderr).toContain('1 of 3 failed.')
  })

  test('is a line of JSON for each of several, and nothing is said elsewhere', async () => {
    const input = `# my list\n\n${CAPTIONED}\r\nhttps://youtu.be/${PRIVATE}\n`
    const { code, stdout, stderr } = await get(['-', '--json'], { input })
    const outcomes = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(outcomes).toMatchObject([
      { source: CAPTIONED, transcript: { complete: true }, error: null },
      { source: `https://youtu.be/${PRIVATE}`, transcript: null, error: { code: 'source_private', status: 403 } },
    ])
    expect([code, stderr]).toEqual([4, ''])
  })

  test('may be read to the middle only', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash's
    const script = '"$0" "$1" completion bash | true; echo "${PIPESTATUS[0]}"'
    const args = ['-c', script, process.execPath, CLI]
    expect((await promisify(execFile)('bash', args, { env: cliEnv(env) })).stdout).toBe('141\n')
  })

  test.skipIf(!existsSync('/dev/full'))(
    'that cannot be written is a failure with a reason',
    { tags: 'deep' },
    async () => {
      const script = 'code=0; "$0" "$@" > /dev/full || code=$?; echo "$code"'
      const args = (...words: string[]) => ['-c', script, process.execPath, CLI, ...words]
      const run = (...words: string[]) => promisify(execFile)('bash', args(...words), { env: cliEnv(env) })
      const said = "Standard output can't be written: no space left on device."
      expect(await run('completion', 'bash')).toEqual({ stdout: '74\n', stderr: `verbatim: ${said}\n` })
      const { stdout, stderr } = await run('get', CAPTIONED, '--json')
      expect([stdout, JSON.parse(stderr)]).toMatchObject(['74\n', { code: 'output_unwritable', detail: said }])
      const missing = path.join(folder, 'no', 'talk.srt')
      const saved = await get([CAPTIONED, '-o', missing])
      expect([saved.code, saved.stderr]).toEqual([
        74,
        expect.stringContaining(`${missing} can't be written: no such file`),
      ])
    },
  )
})

describe('a link that leads to a recording elsewhere', () => {
  const links = linksTo(TALK)
  const cases: [string, string, string, string][] = [
    ['a short link', links.short, 'a word', ''],
    ['a page with one player', links.onePlayer, 'a word', 'deep'],
    ['a file that Dropbox shares', OTHER_LINKS.dropbox, 'Hello from a shared file', ''],
    ['a site that only yt-dlp reads', OTHER_LINKS.otherSite, 'Hello from captions', 'deep'],
    ['a video in a playlist', links.inPlaylist, 'a word', 'deep'],
    ['a link in a search engine', links.searched, 'a word', 'deep'],
    ['a link that a mail filter has rewritten', links.mailed, 'a word', 'deep'],
  ]

  for (const [name, link, said, tag] of cases) {
    test(`is that recording: ${name}`, { tags: tag ? [tag] : [] }, async () => {
      const { code, stdout, stderr } = await get([link])
      expect([code, stdout, stderr]).toEqual([0, expect.stringContaining(said), ''])
    })
  }

  test('is refused with the command for each recording where a page has several', async () => {
    const { code, stdout, stderr } = await get([links.twoPlayers])
    expect([code, stdout, stderr]).toEqual([
      4,
      '',
      `verbatim: This is a page with several recordings. Paste the link of one of them.
  verbatim get 'https://www.youtube.com/watch?v=${TALK}'
  verbatim get 'https://www.youtube.com/watch?v=${LONG}'
`,
    ])
  })

  test('is refused with how to share it where storage wants a sign-in', async () => {
    const { code, stderr } = await get([OTHER_LINKS.notShared])
    expect([code, stderr]).toEqual([4, expect.stringContaining('Share it with everyone who has the link')])
  })
})

describe('output in files', () => {
  test('is in the format that the name asks for', async () => {
    const file = path.join(folder, 'talk.vtt')
    const { code, stdout, stderr } = await get([CAPTIONED, '-o', file])
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`→ ${file}`)
    expect(await readFile(file, 'utf8')).toMatch(/^WEBVTT\n/)
  })

  test('has a separate name for each of several sources', async () => {
    const target = path.join(folder, 'many')
    const { code } = await get([CAPTIONED, CAPTIONED, `youtube.com/watch?v=${TALK}`, '-f', 'srt', '-o', target])
    expect(code).toBe(0)
    expect((await readdir(target)).sort()).toEqual([`A talk [${TALK}].srt`, 'captioned (2).srt', 'captioned.srt'])
  })

  test('is nothing when several are to go into one document', async () => {
    const { code, stdout, stderr } = await get([CAPTIONED, SPEECH, '-f', 'srt'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Name a folder with -o.')
  })
})

describe('standard input', () => {
  test('is a recording or captions with --as', async () => {
    const { code, stdout } = await get(['-', '--as', 'said.srt'], {
      input: '1\n00:00:01,000 --> 00:00:02,000\nWell said.\n',
    })
    expect([code, stdout]).toEqual([0, 'Well said.\n'])
  })

  test('is refused when it is no list, with what to add', async () => {
    const { code, stderr } = await get(['-'], { input: await readFile(CAPTIONED) })
    expect(code).toBe(2)
    expect(stderr).toContain('--as talk.mp3')
  })
})

describe('a failure', () => {
  const problem = z.object({ code: z.string(), detail: z.string(), status: z.int() })

  type Case = [string, number, string, string[], Record<string, string>?]
  const cases: Case[] = [
    ['a server that is not there', 1, 'service_unavailable', [CAPTIONED], { VERBATIM_URL: 'http://127.0.0.1:9' }],
    ['an option that there is not', 2, 'usage', [CAPTIONED, '--colour']],
    ['no sign-in', 3, 'missing_credentials', [CAPTIONED], { VERBATIM_API_KEY: '' }],
    ['a private video', 4, 'source_private', [`https://youtu.be/${PRIVATE}`]],
    ['a file that is none of ours', 4, 'unsupported_media', ['package.json', '-f', 'text']],
    [
      'a language that it has not',
      5,
      'language_unavailable',
      [`https://youtu.be/${TALK}`, '-l', 'es', '--strict-lang'],
    ],
    ['a source that blocks the server', 7, 'upstream_blocked', [`https://youtu.be/${ROBOT}`]],
  ]
  const deepCases: Case[] = [
    ['a format that there is not', 2, 'usage', [CAPTIONED, '-f', 'pdf']],
    ['a key that is cut', 3, 'invalid_credentials', [CAPTIONED], { VERBATIM_API_KEY: 'vbt_cut' }],
    ['a file that is not there', 4, 'file_unreadable', ['./none.mp4']],
    ['a folder', 4, 'file_unreadable', ['public']],
    ['a link into the private network', 4, 'blocked_url', ['http://192.168.0.1/talk.mp3']],
    ['a track that it has not', 5, 'language_unavailable', [`https://youtu.be/${TALK}`, '--track', 'es-x-human9']],
    ['a language that is none', 5, 'invalid_language', [`https://youtu.be/${TALK}`, '-l', '!']],
  ]

  async function expectFailure(...[_, exitCode, code, args, overrides = {}]: Case): Promise<void> {
    const asJson = await get([...args, '--json'], { env: overrides })
    expect([asJson.code, asJson.stdout]).toEqual([exitCode, ''])
    const reported = problem.parse(JSON.parse(asJson.stderr))
    expect(reported.code).toBe(code)
    const asWords = await get(args, { env: overrides })
    expect([asWords.code, asWords.stdout]).toEqual([exitCode, ''])
    expect(asWords.stderr).toContain(reported.detail)
  }

  test.each(cases)('by %s ends with %i and the code %s', expectFailure)

  test.each(deepCases)('by %s ends with %i and the code %s', { tags: 'deep' }, expectFailure)

  test('by an allowance that does not reach ends with 6', { tags: 'deep' }, async () => {
    const key = await createUser(path.join(folder, 'data'), 'free')
    const link = `https://youtu.be/${LONG}`
    const { code, stderr } = await get([link, '--json'], { env: { VERBATIM_API_KEY: key } })
    expect([code, problem.parse(JSON.parse(stderr)).code]).toEqual([6, 'allowance_exceeded'])
  })

  test('the output never contains the key', async () => {
    const { stderr } = await get([CAPTIONED, '--json'], { env: { VERBATIM_API_KEY: 'vbt_aSecretThatIsNone' } })
    expect(stderr).not.toContain('aSecret')
    const unsendable = await get([CAPTIONED], { env: { VERBATIM_API_KEY: 'vbt_aSecret\nThatIs\u00e9None' } })
    expect([unsendable.code, unsendable.stderr]).toEqual([
      3,
      'verbatim: VERBATIM_API_KEY is not an API key. Copy it again.\n',
    ])
  })
})

describe('a recording without captions', () => {
  test('is waited for, and its text printed', async () => {
    const run = startCli(['get', SPEECH], { env })
    await run.said(/it is being transcribed \(job [\w-]+\)/)
    await (await speech.next()).answer()
    const { code, stdout } = await run.result
    expect(code).toBe(0)
    expect(stdout).toMatch(/^heard \w+\n$/)
  })

  test('an interrupted command leaves the job running and prints how to get its transcript', async () => {
    const run = startCli(['get', SPEECH], { env })
    await run.said(/being transcribed/)
    const asked = await speech.next()
    run.child.kill('SIGINT')
    const { code, stdout, stderr } = await run.result
    expect([code, stdout]).toEqual([130, ''])
    const [, job = ''] = /verbatim jobs wait ([\w-]+)/.exec(stderr) ?? []

    const status = await runCli(['jobs', 'status', job, '--json'], { env })
    expect(JSON.parse(status.stdout)).toMatchObject({ job_id: job, status: 'in_progress' })
    await asked.answer()
    expect((await runCli(['jobs', 'wait', job], { env })).stdout).toMatch(/^heard /)
  })

  test('continues after --timeout, and can be cancelled', async () => {
    const { code, stderr } = await get([SPEECH, '--timeout', '3s', '--json'])
    expect(code).toBe(124)
    const reported = JSON.parse(stderr)
    expect(reported).toMatchObject({ code: 'timeout', context: { job_ids: [expect.any(String)] } })
    const [job] = reported.context.job_ids
    const cancelled = await runCli(['jobs', 'cancel', job], { env })
    expect(cancelled.stdout).toBe('Failed. This job was cancelled. Nothing was charged.\n')
    expect((await runCli(['jobs', 'wait', job], { env })).code).toBe(1)
  })

  test('shows a bar, the stage and the result in a terminal; Ctrl-C there ends with 130', async () => {
    const run = runInTerminal(['get', SPEECH], env)
    await run.shown(/jfk\.flac {2}█*░* +\d+% {2}Transcribing/)
    run.type('\u0003')
    const { code, screen } = await run.end
    expect(code).toBe(130)
    expect(screen).toMatch(/Interrupted\. The job continues\. Get its transcript with\s+verbatim jobs wait [\w-]+/)
  })
})

test('a dumb terminal, CI and NO_COLOR get no control sequences', { tags: 'deep' }, async () => {
  for (const plain of [{ TERM: 'dumb' }, { CI: 'true' }]) {
    const { screen } = await runInTerminal(['get', CAPTIONED, 'no-such.mp3'], { ...env, ...plain }).end
    expect(screen).toContain('no-such.mp3')
    expect(screen).not.toContain('\u001b')
  }
  const { screen } = await runInTerminal(['get', CAPTIONED, 'no-such.mp3'], { ...env, NO_COLOR: '1' }).end
  expect(screen).not.toContain('\u001b[31m')
  const coloured = await runInTerminal(['get', CAPTIONED, 'no-such.mp3'], env).end
  expect(coloured.screen).toContain('\u001b[31m✗')
})
