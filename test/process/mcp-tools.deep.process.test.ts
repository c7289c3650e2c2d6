import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { TOOLS } from '@/lib/mcp/tools'
import { findMcpTools, type McpTools } from '@/server/setup/install/install-mcp-tools.mjs'
import { NOT_OFFERED, OFFERED } from '@/test/mcp/conformance-scenarios'
import { startProcess } from './start-process'

/** Other projects' tools for trying a connector. */
const tools = findMcpTools()

const CAPTIONS = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nThis is number 123, all of it.\n'

type Ran = { code: number; stdout: string; stderr: string }

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const options = { env: { ...process.env, ...env }, timeout: 55_000 }
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}

if ('missing' in tools) test.skip(`the conformance suite and the Inspector: ${tools.missing}`, () => {})
else await tryWith(tools)

const messageSchema = z.looseObject({ method: z.string(), params: z.looseObject({}) })
type Asked = z.infer<typeof messageSchema>

type Options = {
  /** The service, without a path. */
  baseUrl: string
  key: string
  /** Returns parameters that override those of the message. */
  translate: (asked: Asked) => Record<string, unknown>
}

function rewrite(body: Buffer, translate: Options['translate']): Buffer {
  if (body.length === 0) return body
  const message = messageSchema.safeParse(JSON.parse(body.toString('utf8'))).data
  if (!message) return body
  return Buffer.from(JSON.stringify({ ...message, params: { ...message.params, ...translate(message) } }))
}

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, options: Options): Promise<void> {
  const body = rewrite(await buffer(incoming), options.translate)
  const { method, headers } = incoming
  const sent = { ...headers, authorization: `Bearer ${options.key}`, 'content-length': String(body.length) }
  const upstream = request(options.baseUrl + incoming.url, { method, headers: sent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  upstream.end(body)
}

/**
 * Starts a relay to the service for a client that cannot send a credential. It adds the key, overrides some parameters,
 * and forwards everything else unchanged, Host and Origin included. It does not change responses.
 */
async function startRelay(options: Options): Promise<{ url: string; close: () => Promise<void> }> {
  const { url, stop } = await listenOnLoopback((incoming, outgoing) => void pass(incoming, outgoing, options))
  return { url: url.replace('127.0.0.1', 'localhost'), close: stop }
}

async function tryWith({ node, conformance, inspector }: McpTools): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-mcp-tools-'))
  const service = await startProcess(path.join(folder, 'data'))
  const key = service.apiKey ?? ''
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function call(method: string, target: string, body: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(service.baseUrl + target, { method, headers, body: JSON.stringify(body) })
    return answer.json()
  }

  async function upload(name: string, bytes: string | Buffer): Promise<string> {
    const signed = await call('POST', '/v1/uploads/sign', { filename: name, content_type: 'application/octet-stream' })
    const { object_path, upload_url } = z.object({ object_path: z.string(), upload_url: z.string() }).parse(signed)
    await fetch(upload_url, { method: 'PUT', body: new Uint8Array(Buffer.from(bytes)) })
    return object_path
  }

  const sample = async (name: string) => upload(name, await readFile(`public/samples/${name}`))
  const captioned = await sample('captioned.mp4')
  const speech = await sample('reading.mp3')
  const made = await call('POST', '/v1/transcript', { upload: await upload('numbered.vtt', CAPTIONS) })
  const { id } = z.object({ id: z.string() }).parse(made)
  const transcript = `transcript://${id}`

  describe('the conformance suite', () => {
    /** The names in the suite's example server, and their counterparts in Verbatim. */
    const KINDS: Record<string, (params: Asked['params']) => Record<string, unknown>> = {
      test_simple_text: () => ({ name: 'get_transcript', arguments: { upload: captioned } }),
      test_error_handling: () => ({ name: 'get_job', arguments: { job_id: 'nothing' } }),
      test_tool_with_progress: () => ({ name: 'get_transcript', arguments: { upload: speech } }),
      'test://static-text': () => ({ uri: transcript }),
      'test://template/123/data': () => ({ uri: transcript }),
      test_simple_prompt: () => ({
        name: 'quote-with-times',
        arguments: { url: 'https://a.example', question: 'Why?' },
      }),
      test_prompt_with_arguments: ({ arguments: given }) => {
        const { arg1, arg2 } = z.object({ arg1: z.string(), arg2: z.string() }).parse(given)
        return { name: 'quote-with-times', arguments: { url: arg1, question: arg2 } }
      },
    }
    const translate = ({ params }: Asked) => KINDS[String(params.name ?? params.uri)]?.(params) ?? {}

    const checksSchema = z.array(z.looseObject({ status: z.string(), errorMessage: z.string().optional() }))
    const failures = new Map<string, string[]>()
    const passed = new Set<string>()

    async function readScenario(output: string, name: string): Promise<void> {
      const text = await readFile(path.join(output, name, 'checks.json'), 'utf8')
      const checks = checksSchema.parse(JSON.parse(text))
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
      const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      failures.set(
        scenario,
        failed.map(({ status, errorMessage }) => errorMessage ?? status),
      )
      if (failed.length === 0 && checks.some(({ status }) => status === 'SUCCESS')) passed.add(scenario)
    }

    beforeAll(async () => {
      const relay = await startRelay({ baseUrl: service.baseUrl, key, translate })
      const output = path.join(folder, 'conformance')
      const args = [conformance, 'server', '--url', `${relay.url}/mcp`, '--suite', 'all', '-o', output]
      const { stderr } = await run(node, args)
      await relay.close()
      for (const name of await readdir(output).catch(() => expect.fail(stderr))) await readScenario(output, name)
    })

    test.each(OFFERED)('%s passes', (scenario) => {
      expect(failures.get(scenario)).toEqual([])
      expect(passed).toContain(scenario)
    })

    test.each(Object.entries(NOT_OFFERED))('%s does not pass: %s', (scenario) => {
      expect(failures.has(scenario)).toBe(true)
      expect(passed).not.toContain(scenario)
    })

    test('has no scenario that is not spoken of here', () => {
      expect([...failures.keys()].sort()).toEqual([...OFFERED, ...Object.keys(NOT_OFFERED)].sort())
    })
  })

  describe('the Inspector', () => {
    const inspect = (authorization: string, ...args: string[]) => {
      const target = [`${service.baseUrl}/mcp`, '--transport', 'http', '--header', `Authorization: ${authorization}`]
      return run(node, [inspector, '--cli', ...target, ...args], { HOME: folder })
    }
    const ask = async (...args: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await inspect(`Bearer ${key}`, '--method', ...args)
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout)
    }

    test('lists the tools, the template of resources and the prompt', async () => {
      expect(await ask('tools/list')).toMatchObject({ tools: TOOLS.map(({ name, title }) => ({ name, title })) })
      expect(await ask('resources/templates/list')).toMatchObject({
        resourceTemplates: [{ name: 'transcript', uriTemplate: 'transcript://{id}' }],
      })
      expect(await ask('prompts/list')).toMatchObject({ prompts: [{ name: 'quote-with-times' }] })
    })

    test('calls a tool, reads a resource and takes a prompt', async () => {
      const result = await ask('tools/call', '--tool-name', 'get_transcript', '--tool-arg', `upload=${captioned}`)
      expect(JSON.stringify(result)).toContain('ask what you can do for your country.')
      expect(await ask('resources/read', '--uri', transcript)).toMatchObject({
        contents: [{ uri: transcript, mimeType: 'text/markdown', text: expect.stringContaining('This is number 123') }],
      })
      const args = ['--prompt-args', 'url=https://a.example', 'question=Why?']
      expect(JSON.stringify(await ask('prompts/get', '--prompt-name', 'quote-with-times', ...args))).toContain('Why?')
    })

    test('a tool’s error is reported as an error', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'get_job', '--tool-arg', 'job_id=nothing']
      const { code, stdout } = await inspect(`Bearer ${key}`, ...call)
      expect([code === 0, stdout]).toEqual([false, expect.stringContaining('code: not_found')])
    })

    test('gets nowhere with a key that is not right', async () => {
      const { code, stdout, stderr } = await inspect('Bearer vbt_nothing', '--method', 'tools/list')
      expect([code === 0, stdout]).toEqual([false, ''])
      expect(stderr).toContain('"code":"auth_required"')
    })
  })
}
