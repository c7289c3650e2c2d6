import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { findJob } from '@/lib/jobs/find-job'
import {
  CLIENTS,
  type ClientName,
  type ConnectedClient,
  connectClient,
  type ToolResult,
} from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import { newUser, upload } from '@/test/service'
import { silence } from '@/test/silence'
import { storeTestTranscript } from '@/test/store-transcript'
import { transcriptResultSchema } from './transcript/transcript-result'

const { service, url } = await useConnector()
const user = await newUser()
const captioned = await upload(service, user.apiKey, 'talk.mp4', await readFile('public/samples/captioned.mp4'))

const KNOWN = 'https://www.youtube.com/watch?v=xylophones1'
await storeTestTranscript(user.userId, { videoId: 'xylophones1', lines: ['Xylophones are of rosewood.'] })

const TOOL_NAMES = [
  'get_transcript',
  'get_job',
  'list_languages',
  'resolve_podcast',
  'preview_import',
  'import_podcast',
  'get_import',
  'transcribe_many',
  'get_batch',
  'watch_source',
  'list_watches',
  'list_transcripts',
  'search_transcripts',
  'edit_transcript',
  'publish_transcript',
  'unpublish_transcript',
  'get_account',
]

const answerOf = ({ structuredContent }: ToolResult) => transcriptResultSchema.parse(structuredContent)
const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join('\n')

/** A job of the user without a worker. */
async function makeJob(): Promise<string> {
  const link = `http://media.example/${newId()}`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: link, url: link } })
  const job = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en' } })
  await db().jobCaller.create({ data: { jobId: job.id, userId: user.userId, libraryItemId: newId() } })
  return job.id
}

/** Tries everything in a short run too. The others try what depends on the version of the protocol. */
const MAIN_CLIENT: ClientName = 'SDK 2.4 as of 2026-07-28'

describe.each(CLIENTS)('%s', (name) => {
  const tags = name === MAIN_CLIENT ? [] : ['deep']
  let connected: ConnectedClient
  beforeAll(async () => {
    connected = await connectClient(name, url, user.apiKey)
  })
  afterAll(() => connected.close())

  test('sees the tools, each with title, hints and schemas', async () => {
    const { tools } = await connected.client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(TOOL_NAMES)
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
      })
    }
    expect(connected.client.getInstructions()).toContain('get_transcript')
    expect(connected.client.getServerVersion()).toMatchObject({ name: 'verbatim', title: 'Verbatim' })
    const { tools: called, resources, prompts } = connected.client.getServerCapabilities() ?? {}
    expect([called, resources, prompts]).toEqual(Array(3).fill({ listChanged: false }))
  })

  test('gets a transcript with captions in the first response', async () => {
    const result = await connected.callTool('get_transcript', { upload: captioned, format: 'text' })
    expect(result.isError).not.toBe(true)
    expect(answerOf(result)).toMatchObject({
      status: 'done',
      job_id: null,
      transcript: { platform: 'upload', source: 'captions', lang: 'en', complete: true, next_cursor: null },
    })
    expect(answerOf(result).transcript?.content).toContain('my fellow Americans')
    expect(textOf(result)).toContain('Language: en. From: captions. Length: 0:11.')
    expect(textOf(result)).toContain('ask what you can do for your country.')
  })

  test('corrects words that stand once, and names speakers', { tags }, async () => {
    const own = await upload(
      service,
      user.apiKey,
      'own.srt',
      '1\n00:00:00,000 --> 00:00:04,000\nThe marmit and the fox.\n',
    )
    const { transcript } = answerOf(await connected.callTool('get_transcript', { upload: own }))
    const edit = (args: Record<string, unknown>) =>
      connected.callTool('edit_transcript', { id: transcript?.id, ...args })
    const twice = await edit({ edits: [{ find: 'he', replace: 'x' }] })
    expect(textOf(twice)).toContain('is 2 times in this transcript')
    const done = await edit({
      edits: [
        { find: 'marmit', replace: 'marmot' },
        { find: 'he ', replace: 'hat ', all: true },
      ],
      speakers: [{ id: 'S1', name: 'Ann' }],
    })
    expect(done.structuredContent).toMatchObject({ revision: 3, replaced: 3, version: expect.any(String) })
    const again = answerOf(await connected.callTool('get_transcript', { upload: own, format: 'text' }))
    expect(again.transcript?.content).toBe('That marmot and that fox.')
    const { version } = done.structuredContent as { version: string }
    await edit({ edits: [{ find: 'fox', replace: 'badger' }], version })
    const late = await edit({ edits: [{ find: 'badger', replace: 'fox' }], version })
    expect(textOf(late)).toContain('code: edit_conflict')
    expect(textOf(await edit({ edits: [{ find: 'wolf', replace: 'fox' }] }))).toContain('code: invalid_edit')
  })

  test('finds a transcript by its words, publishes it and withdraws it', { tags }, async () => {
    const found = await connected.callTool('search_transcripts', { query: 'rosewood' })
    expect(found.structuredContent).toMatchObject({
      transcripts: [{ url: KNOWN, passages: [{ start: 0, text: 'Xylophones are of rosewood.' }] }],
      next_offset: null,
    })
    const listed = await connected.callTool('list_transcripts', {})
    expect(textOf(listed)).toContain(KNOWN)
    const { structuredContent: published } = await connected.callTool('publish_transcript', { url: KNOWN })
    expect(published).toMatchObject({ slug: expect.any(String), lang: 'en', unlisted: false })
    const page = `/v1/public/${(published as { slug: string }).slug}`
    expect((await service.call('GET', page)).status).toBe(200)
    await connected.callTool('unpublish_transcript', { slug: published?.slug })
    expect((await service.call('GET', page)).status).toBe(404)
  })

  test('waits for a transcript that is being made', { tags }, async () => {
    const quiet = await upload(service, user.apiKey, `${name}.wav`, silence(3))
    const result = await connected.callTool('get_transcript', { upload: quiet })
    const answer = answerOf(result)
    expect(answer).toMatchObject({ status: 'done', transcript: { warnings: [{ code: 'no_speech' }] } })
    expect(textOf(result)).toContain('Warning (no_speech)')
    const again = await connected.callTool('get_job', { job_id: answer.job_id, format: 'json', wait: false })
    expect(answerOf(again)).toMatchObject({ status: 'done', job_id: answer.job_id, transcript: { segments: [] } })
  })

  test('cancels a call, and the server stops waiting', async () => {
    const jobId = await makeJob()
    const gone = new AbortController()
    const options = { onprogress: () => gone.abort(), signal: gone.signal }
    await expect(connected.callTool('get_job', { job_id: jobId }, options)).rejects.toThrow()
    await expect.poll(() => singleton('mcp-waiting', () => new Map()).size).toBe(0)
    expect(await db().job.findUnique({ where: { id: jobId } })).toMatchObject({ status: 'queued', finishedAt: null })
  })

  test('a failing tool call returns a sentence and an error code', { tags }, async () => {
    const cases: [name: string, args: Record<string, unknown>, code: string][] = [
      ['get_transcript', {}, 'missing_source'],
      ['get_transcript', { url: 'https://a.example/x.mp3', audio: 'https://a.example/x.mp3' }, 'conflicting_sources'],
      ['get_transcript', { url: 'http://127.0.0.1/a.mp3' }, 'blocked_url'],
      ['get_transcript', { upload: 'uploads/nobody' }, 'not_found'],
      ['get_transcript', { upload: captioned, lang: 'xx-klingon-!' }, 'invalid_language'],
      ['get_transcript', { upload: captioned, lang: 'fi', strict_lang: true }, 'language_unavailable'],
      ['get_transcript', { cursor: 'nonsense' }, 'not_found'],
      ['get_job', { job_id: newId() }, 'not_found'],
      ['get_job', { job_id: "'; drop table job" }, 'not_found'],
      ['list_languages', { url: 'http://169.254.169.254/latest' }, 'blocked_url'],
      ['resolve_podcast', { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' }, 'unsupported_source'],
    ]
    for (const [tool, args, code] of cases) {
      const result = await connected.callTool(tool, args)
      expect([tool, args, result.isError]).toEqual([tool, args, true])
      expect(textOf(result)).toContain(`code: ${code}`)
      expect(textOf(result)).not.toMatch(/\bat .+:\d+:\d+/)
    }
  })

  test('invalid arguments are reported by name', { tags }, async () => {
    for (const [tool, args, what] of [
      ['get_transcript', { url: 5 }, 'url'],
      ['get_transcript', { url: 'x'.repeat(3000) }, 'url'],
      ['get_transcript', { url: 'a\u0000b' }, 'url'],
      ['get_transcript', { upload: captioned, format: 'docx' }, 'format'],
      ['get_job', {}, 'job_id'],
      ['list_languages', { url: Array.from({ length: 200 }, () => 'x') }, 'elements'],
    ] as const) {
      const result = await connected.callTool(tool, args)
      expect([tool, result.isError]).toEqual([tool, true])
      expect(textOf(result)).toContain(what)
    }
  })

  test('calling an unknown tool is an error', { tags }, async () => {
    await expect(connected.callTool('format_disk', {})).rejects.toMatchObject({ code: -32602 })
    await expect(connected.callTool('constructor', {})).rejects.toMatchObject({ code: -32602 })
  })

  test('reads a transcript as a resource, and none of another’s', { tags }, async () => {
    const { transcript } = answerOf(await connected.callTool('get_transcript', { upload: captioned }))
    const { resourceTemplates } = await connected.client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['transcript://{id}'])
    const { contents } = await connected.client.readResource({ uri: transcript?.resource_uri ?? '' })
    expect(contents).toMatchObject([{ uri: transcript?.resource_uri, mimeType: 'text/markdown' }])
    expect(contents[0]).toMatchObject({ text: transcript?.content })
    await expect(connected.client.readResource({ uri: `transcript://${newId()}` })).rejects.toThrow()
    const stranger = await connectClient('SDK 2.4 as of 2025', url, (await newUser()).apiKey)
    await expect(stranger.client.readResource({ uri: transcript?.resource_uri ?? '' })).rejects.toThrow()
    await stranger.close()
  })

  test('is offered the prompt', async () => {
    const { prompts } = await connected.client.listPrompts()
    expect(prompts.map((prompt) => prompt.name)).toEqual(['quote-with-times'])
    const args = { url: 'https://youtu.be/jNQXAC9IVRw', question: 'What do elephants have?' }
    const { messages } = await connected.client.getPrompt({ name: 'quote-with-times', arguments: args })
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
    expect(JSON.stringify(messages)).toContain(args.question)
    await expect(connected.client.getPrompt({ name: 'quote-with-times', arguments: {} })).rejects.toThrow()
  })
})

test('progress is reported while speech is transcribed and only ever grows', { tags: 'deep' }, async () => {
  const object_path = await upload(service, user.apiKey, 'reading.mp3', await readFile('public/samples/reading.mp3'))
  for (const name of ['SDK 1.32', 'SDK 2.4 as of 2026-07-28'] as const) {
    const owner = name === 'SDK 1.32' ? user : await newUser()
    const own =
      owner === user
        ? object_path
        : await upload(service, owner.apiKey, 'r.mp3', await readFile('public/samples/reading.mp3'))
    const { callTool, close } = await connectClient(name, url, owner.apiKey)
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress)
    const result = await callTool('get_transcript', { upload: own, format: 'json' }, { onprogress })
    expect(answerOf(result)).toMatchObject({ status: 'done', transcript: { source: 'speech_to_text' } })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    await close()
  }
})

test('a job is hidden from other users', async () => {
  const quiet = await upload(service, user.apiKey, 'own.wav', silence(2))
  const mine = await connectClient('SDK 2.4 as of 2025', url, user.apiKey)
  const { job_id } = answerOf(await mine.callTool('get_transcript', { upload: quiet }))
  const stranger = await connectClient('SDK 2.4 as of 2025', url, (await newUser()).apiKey)
  expect(textOf(await stranger.callTool('get_job', { job_id }))).toContain('code: not_found')
  expect(textOf(await stranger.callTool('get_transcript', { upload: quiet }))).toContain('code: not_found')
  await Promise.all([mine.close(), stranger.close()])
  expect(await findJob({ kind: 'api_key', ...user, tier: 'pro' }, job_id ?? '', 'json')).toMatchObject({
    status: 'done',
  })
})

test('too small an allowance is reported, and a partial transcript can be requested', async () => {
  const poor = await newUser('free')
  const long = await upload(service, poor.apiKey, 'long.vtt', vttOf(1000, 'word'))
  const { callTool, close } = await connectClient('SDK 2.4 as of 2025', url, poor.apiKey)
  const refused = await callTool('get_transcript', { upload: long })
  expect(textOf(refused)).toMatch(/code: allowance_exceeded\ncontext: .*"remaining_seconds":900/)
  const part = answerOf(await callTool('get_transcript', { upload: long, allow_partial: true, format: 'json' }))
  expect(part.transcript).toMatchObject({
    complete: false,
    duration_seconds: 900,
    warnings: [{ code: 'language_unknown' }, { code: 'partial' }],
  })
  await close()
})

/** A caption file of so many seconds, a cue each. */
function vttOf(seconds: number, text: string): string {
  const clock = (s: number) => new Date(s * 1000).toISOString().slice(11, 23)
  const cues = Array.from({ length: seconds }, (_, s) => `${clock(s)} --> ${clock(s + 1)}\n${text} ${s}.\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

test('a client reads ten hours as a resource; a longer text is refused with the way to its pages', {
  tags: 'deep',
}, async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at} of a talk about marmots.`)
  const owner = await newUser()
  const long = await storeTestTranscript(owner.userId, { videoId: 'resource1', lines: lines(12_000) })
  const tooLong = await storeTestTranscript(owner.userId, { videoId: 'resource2', lines: lines(30_000) })
  const reader = await connectClient('SDK 2.4 as of 2025', url, owner.apiKey)
  const { contents } = await reader.client.readResource({ uri: `transcript://${long.libraryItemId}` })
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('Line 11999 of a talk about marmots.') })
  await expect(reader.client.readResource({ uri: `transcript://${tooLong.libraryItemId}` })).rejects.toThrow(
    'page by page',
  )
  await reader.close()
})

describe('a client that asks for nothing more', () => {
  const ask = async (method: string, params: object = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return /^data: (.*)$/m.exec(await response.text())?.[1] ?? ''
  }

  test('gets the tools in less than 20 KB', async () => {
    const list = await ask('tools/list')
    expect(list).toContain('"additionalProperties":false')
    expect(list).not.toContain('outputSchema')
    expect(Buffer.byteLength(list)).toBeLessThan(20_000)
  })

  test('gets a result once, as text', async () => {
    const call = { name: 'get_transcript', arguments: { upload: captioned, format: 'text' } }
    const { result } = JSON.parse(await ask('tools/call', call)) as { result: ToolResult }
    expect(result).not.toHaveProperty('structuredContent')
    expect(textOf(result)).toContain('ask what you can do for your country.')
  })

  test('is refused an argument that no tool has, by its name', async () => {
    const call = { name: 'get_transcript', arguments: { upload: captioned, language: 'de' } }
    expect(await ask('tools/call', call)).toMatch(/"isError":true|"error":/)
    expect(await ask('tools/call', call)).toContain('language')
  })
})
