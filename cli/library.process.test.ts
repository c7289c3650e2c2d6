import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, startCli } from '@/test/cli/run-cli'
import { youtubePlayer, youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { type ServiceProcess, startProcess } from '@/test/process/start-process'

const TALK = 'https://youtu.be/talkTALKtal'
const FEED = 'https://show.example/feed.xml'

const feed = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title>
  ${['one', 'two'].map(
    (name) => `<item><guid>${name}</guid><title>Episode ${name}</title>
  <pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate>
  <enclosure url="https://show.example/${name}.mp3" type="audio/mpeg"/>
  <podcast:transcript url="https://show.example/${name}.vtt" type="text/vtt"/></item>`,
  )}</channel></rss>`
const opml = `<?xml version="1.0" encoding="windows-1252"?><opml version="1.0"><body>
  <outline text="Où ça" xmlUrl="${FEED}"/><outline text="Private" xmlUrl="http://10.0.0.1/feed"/></body></opml>`
const vtt = 'WEBVTT\n\n00:01.000 --> 00:10.000\nThis is what was said.\n'
const sound = await readFile('test/fixtures/audio/jfk.mp3')

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-cli-'))
const youtube = youtubeOrigin()
youtube.play({
  player: (_, { videoId }) => youtubePlayer(videoId),
  captions: () => jsonAnswer({ events: [{ tStartMs: 0, dDurationMs: 9_000, segs: [{ utf8: 'a word or two' }] }] }),
})
const origin = await startOrigin([
  youtubeSideRoute,
  youtube.route,
  ({ host, path: address }) => {
    if (host !== 'show.example') return undefined
    if (address === '/feed.xml') return { headers: { 'content-type': 'application/rss+xml' }, body: feed }
    if (address === '/mine.opml') return { body: Buffer.from(opml, 'latin1') }
    if (address.endsWith('.vtt')) return { headers: { 'content-type': 'text/vtt' }, body: vtt }
    return { headers: { 'content-type': 'audio/mpeg' }, body: sound }
  },
])
let service: ServiceProcess
let env: Record<string, string>

const run = (...args: string[]) => runCli(args, { env })
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

beforeAll(async () => {
  service = await startProcess(path.join(folder, 'data'), {
    EGRESS_PROXY_URL: origin.proxyUrl,
    NODE_EXTRA_CA_CERTS: origin.caFile,
    SSL_CERT_FILE: origin.caFile,
  })
  env = { VERBATIM_URL: service.baseUrl, VERBATIM_API_KEY: service.apiKey ?? '' }
  expect((await run('get', TALK)).code).toBe(0)
}, 300_000)

afterAll(async () => {
  await service.stop()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

test('the languages of a link are listed', async () => {
  expect((await run('languages', TALK)).stdout).toMatch(/^en {2}English.*automatic captions/)
})

test('a fetched transcript is listed in the history, and can be read from there', async () => {
  const { stdout } = await run('history', '--platform', 'youtube', '--state', 'done', '-n', '5')
  const [, id = ''] = /^([\w-]{36}) {2}\d{4}-\d\d-\d\d {2}done {2}en {2}.*A talk\n$/.exec(stdout) ?? []
  expect(await run('read', id, '-f', 'text')).toMatchObject({ code: 0, stdout: 'a word or two\n', stderr: '' })
  expect((await run('history', '--platform', 'tiktok')).stdout).toBe('No transcripts.\n')
  expect(await json('history', '--search', 'word')).toMatchObject({ total: 1, transcriptions: [{ id }] })
  expect((await run('history', '--sort', 'name')).code).toBe(2)
})

test('a transcript is corrected, and earlier revisions are restored', async () => {
  const { transcriptions } = await json('history')
  const [{ id }] = transcriptions
  const text = async () => (await run('read', id, '-f', 'text')).stdout
  expect((await run('replace', id, 'word', 'sentence', '--whole-words', '--dry-run')).stdout).toBe('1 match.\n')
  expect((await run('replace', id, 'word', 'sentence')).stdout).toBe('1 match replaced.\n')
  expect(await text()).toBe('a sentence or two\n')
  const file = path.join(folder, 'corrected.srt')
  await writeFile(file, '1\n00:00:00,000 --> 00:00:09,000\nA sentence or three\n')
  expect(await run('edit', id, '--file', file)).toMatchObject({ code: 0, stdout: 'Saved as revision 2.\n' })
  expect(await run('edit', id, '--file', file)).toMatchObject({ code: 0, stdout: 'Nothing has changed.\n' })
  expect(await text()).toBe('A sentence or three\n')
  expect((await run('speakers', id, '--name', 'S1=Ann')).stdout).toBe('Saved as revision 3.\n')
  expect((await run('speakers', id)).stdout).toBe('S1  Ann\n')
  expect((await run('speakers', id, '--name', 'Ann')).code).toBe(2)
  expect((await run('revisions', id)).stdout).toMatch(/^3 .*\n2 .*Edited 1 place\n1 .*Replaced/)
  expect((await run('revisions', id, '--restore', '0')).stdout).toBe('Saved as revision 4.\n')
  expect(await text()).toBe('a word or two\n')
  expect((await run('revisions', id, '--restore', '9')).code).toBe(4)
})

test('names of the vocabulary are kept, and a transcript is checked for other spellings', async () => {
  const { transcriptions } = await json('history')
  const [{ id }] = transcriptions
  expect((await run('vocabulary')).stdout).toBe('No vocabulary yet.\n')
  expect((await run('vocabulary', '--add', 'phrase', '--instead-of', 'word')).stdout).toBe('Vocabulary saved.\n')
  expect((await run('vocabulary', '--add', 'Verbatim')).code).toBe(0)
  expect((await run('vocabulary')).stdout).toBe('phrase    instead of word\nVerbatim\n')
  expect((await run('vocabulary', '--check', id)).stdout).toBe('word  phrase  1\n')
  expect((await run('vocabulary', '--remove', 'phrase')).code).toBe(0)
  expect((await run('vocabulary', '--check', id)).stdout).toBe('Everything is spelled as in your vocabulary.\n')
  expect((await run('vocabulary', '--remove', 'phrase')).code).toBe(2)
  expect((await run('vocabulary', '--instead-of', 'word')).code).toBe(2)
  expect((await run('vocabulary', '--add', 'a', '--check', id)).code).toBe(2)
})

test('the subtitles of a transcript are checked, and repaired where they are written', async () => {
  const { transcriptions } = await json('history')
  const [{ id }] = transcriptions
  expect((await run('checks', id)).stdout).toMatch(/^1 {2}9 seconds shown, too long \(limit 7\)\n$/)
  expect((await run('checks', id, '--max-seconds', '10')).stdout).toBe('No problems found.\n')
})

test.each([
  ['docx', 'PK'],
  ['pdf', '%PDF-'],
])('a %s is written to a file, and not to the terminal', async (format, beginning) => {
  const file = path.join(folder, `talk.${format}`)
  expect((await run('get', TALK, '-o', file)).code).toBe(0)
  expect((await readFile(file)).subarray(0, beginning.length).toString()).toBe(beginning)
  expect(await run('get', TALK, '-f', format)).toMatchObject({ code: 2, stdout: '' })
})

test('a transcript is published, listed, and taken back', async () => {
  const { slug, url } = await json('publish', TALK)
  expect((await run('publish', TALK)).stdout).toBe(`${url}\n`)
  expect((await run('published')).stdout).toContain(`${slug}  `)
  expect(await run('unpublish', slug)).toMatchObject({ code: 0, stdout: 'Unpublished.\n' })
  expect((await run('published')).stdout).toBe('No public pages.\n')
  expect((await run('unpublish', slug)).code).toBe(4)
})

test('a transcript is renamed, and has its own title again', async () => {
  const { transcriptions } = await json('history')
  const [{ id }] = transcriptions
  expect(await run('rename', id, 'My talk')).toMatchObject({ code: 0, stdout: 'Renamed to My talk.\n' })
  expect((await run('history')).stdout).toContain('My talk')
  expect(await run('rename', id, '--reset')).toMatchObject({ code: 0, stdout: 'Renamed to A talk.\n' })
  expect((await run('rename', id)).code).toBe(2)
  expect((await run('rename', id, 'Two', '--reset')).code).toBe(2)
})

test('tags are added, listed with their transcripts, and removed', async () => {
  const { transcriptions } = await json('history')
  const [{ id }] = transcriptions
  expect((await run('tags')).stdout).toBe('No tags yet.\n')
  expect(await run('tag', id, 'to read', 'talks')).toMatchObject({ code: 0, stdout: 'Tags added.\n' })
  expect((await run('tags')).stdout).toBe('talks    1\nto read  1\n')
  expect((await run('tag', id, 'talks', '--remove')).stdout).toBe('Tags removed.\n')
  expect(await json('tags')).toMatchObject({ tags: [{ name: 'to read', transcriptions: 1 }] })
  expect((await run('tag', 'nonsense', 'talks')).code).toBe(4)
})

test('usage is listed by day and platform', async () => {
  const { stdout } = await run('usage', '--by', 'day')
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\d {2}youtube {2}.+ {2}1\n/)
  expect((await run('usage', '--by', 'week')).code).toBe(2)
})

test('a removed transcript is gone once the command says so, is restored from the trash, and can be erased', async () => {
  const { transcriptions } = await json('history')
  const [{ id }] = transcriptions
  expect((await run('remove', id)).code).toBe(2)
  expect((await run('remove', id, '--yes')).stdout).toBe(`Deleted. To restore it: verbatim restore ${id}\n`)
  expect((await run('read', id)).code).toBe(4)
  expect((await run('trash')).stdout).toMatch(new RegExp(`^${id} {2}until \\d{4}-\\d\\d-\\d\\d {2}A talk\\n`))
  expect(await run('restore', id)).toMatchObject({ code: 0, stdout: 'Restored A talk.\n' })
  expect((await run('read', id, '-f', 'text')).stdout).toBe('a word or two\n')
  expect((await run('remove', id, '--yes')).code).toBe(0)
  expect((await run('trash', '--empty')).code).toBe(2)
  expect((await run('trash', '--empty', '--yes')).stdout).toBe('1 deleted permanently.\n')
  expect((await run('restore', id)).code).toBe(4)
})

test('a podcast link lists its show and episodes', async () => {
  const { code, stdout } = await run('podcast', 'resolve', FEED)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^The Show\n\n2026-11-21.*Episode one {2}https:\/\/show\.example\/one\.mp3\n/)
})

test('a show is imported, waited for, and listed with its episodes', async () => {
  const batch = await json('import', 'start', FEED, '--wait')
  expect(batch).toMatchObject({ title: 'The Show', total: 2, done: 2, failed: 0, status: 'done' })
  expect((await run('import', 'status', batch.id)).stdout).toBe('The Show: 2 of 2 episodes done\n')
  expect((await run('import', 'list')).stdout).toContain(`${batch.id}  `)
  const { stdout } = await run('import', 'items', batch.id, '--status', 'done')
  expect(stdout.match(/Episode (?:one|two) {2}done/g)).toHaveLength(2)
  expect((await run('import', 'status', 'nonsense')).code).toBe(4)
})

test('the podcasts of an OPML file are imported, and those that can’t be are named', { tags: 'deep' }, async () => {
  const file = path.join(folder, 'mine.opml')
  await writeFile(file, opml, 'latin1')
  const begun = await run('import', file, '--lang', 'fr')
  expect([begun.code, begun.stdout]).toEqual([4, expect.stringMatching(/^[\w-]{36} {2}Où ça\n$/)])
  expect(begun.stderr).toContain('1 import has begun. See how far it is with verbatim import list\n')
  expect(begun.stderr).toContain('✗ Private: This link resolves to a private network address.')
  const waited = await run('import', 'https://show.example/mine.opml', '--newest', '1', '--wait')
  expect([waited.code, waited.stdout]).toEqual([4, expect.stringMatching(/^The Show: \d of 1 episodes done.*\n$/)])
  const listed = await run('import', file, '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject({
    imports: [{ title: 'Où ça' }, { error: { code: 'blocked_url' } }],
  })
  for (const [code, ...args] of [
    [2, file, '--dry-run'],
    [2, file, '--id', 'one'],
    [2, path.join('test', 'fixtures', 'audio', 'jfk.mp3')],
    [4, 'missing.opml'],
  ] as const) {
    expect((await run('import', ...args)).code).toBe(code)
  }
})

test('a show is chosen from, and what that costs is printed before it begins', { tags: 'deep' }, async () => {
  const { stdout } = await run('import', FEED, '--dry-run', '--newest', '1')
  expect(stdout).toContain('The Show: 1 of 2 chosen')
  expect(stdout).toContain('To transcribe: ')
  const preview = await json('import', FEED, '--dry-run', '--search', 'nobody said this')
  expect(preview).toMatchObject({ kind: 'show', count: 2, chosen: 0, cost: { items: 0, seconds: 0 } })
  expect((await run('import', FEED, '--newest', '0')).code).toBe(2)
})

test('an import continues when the command does not wait, and can be cancelled', async () => {
  const waiting = startCli(['import', FEED, '--lang', 'de'], { env })
  const { code, stdout } = await waiting.result
  expect(code).toBe(0)
  const id = stdout.trim()
  expect(await json('import', 'cancel', id)).toMatchObject({ id, title: 'The Show' })
})

test('the allowance is shown in minutes and hours', async () => {
  const { code, stdout } = await run('usage')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+ (?:s|min) used; minutes are not limited\n$/)
})

test('links and files of a list become a batch, whose transcripts are written to a folder', async () => {
  const list = path.join(folder, 'links.txt')
  await writeFile(path.join(folder, 'local.vtt'), vtt)
  const links = [
    'https://show.example/b1.vtt',
    'no link',
    path.join(folder, 'local.vtt'),
    'https://show.example/b1.vtt',
  ]
  await writeFile(list, `# to transcribe\n${links.join('\n')}\n`)
  const into = path.join(folder, 'results')
  const { code, stdout, stderr } = await run('batch', 'start', list, '-f', 'srt', '-o', into)
  expect([code, stdout]).toEqual([4, expect.stringMatching(/^[\w-]{36}: 3 of 4 items done, 1 failed\n$/)])
  expect(stderr).toMatch(/✗ no link: failed: .*/)
  expect(stderr).toContain(`3 transcripts written to ${into}`)
  expect((await readdir(into)).sort()).toEqual([
    expect.stringMatching(/^b1 \[.*\] \(2\)\.srt$/),
    expect.stringMatching(/^b1 \[.*\]\.srt$/),
    'local.srt',
  ])
  expect(await readFile(path.join(into, 'local.srt'), 'utf8')).toContain('was said.')
  const [id = ''] = stdout.split(':')
  expect((await run('batch', 'status', id)).stdout).toBe(stdout)
  expect((await run('batch', 'list')).stdout).toContain(`${id}  `)
  expect((await run('batch', 'items', id, '--status', 'failed')).stdout).toMatch(/^2 {2,}failed: .* {2}no link\n$/)
  expect((await run('batch', 'status', 'nonsense')).code).toBe(4)
  expect((await run('batch', 'status', id, '-o', into, '-f', 'srt')).code).toBe(2)
})

test('a batch comes from CSV on standard input, is estimated, and can be cancelled', async () => {
  const input = 'name,url,custom_id\n"A, B",https://show.example/c1.vtt,first\nC,https://show.example/b1.vtt,\n'
  const estimate = await runCli(['batch', '-', '--dry-run'], { env, input })
  expect(estimate).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('To transcribe: 1, 0 min, 1 of unknown'),
  })
  expect(estimate.stdout).toMatch(/\n2 {2,}\d+ s {2,}transcribed {2}b1\n/)
  const { code, stdout, stderr } = await runCli(['batch', '-'], { env, input })
  expect([code, stderr]).toEqual([0, expect.stringContaining('The batch has begun')])
  const id = stdout.trim()
  expect(await json('batch', 'items', id)).toMatchObject({ items: [{ custom_id: 'first', format: 'text' }, {}] })
  expect(await json('batch', 'cancel', id)).toMatchObject({ id, total: 2 })
  expect((await runCli(['batch', '-'], { env, input: '\n' })).code).toBe(2)
  expect((await run('batch', path.join(folder, 'nowhere.txt'))).code).toBe(4)
})
