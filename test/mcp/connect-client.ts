import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import { noteExercised } from '../exercised'

/** Clients that others have made, by what they speak. */
export const CLIENTS = ['SDK 1.32', 'SDK 2.4 as of 2025', 'SDK 2.4 as of 2026-07-28', 'mcp-remote'] as const
export type ClientName = (typeof CLIENTS)[number]

type Progress = { progress: number; message?: string | undefined }
type CallOptions = { onprogress?: (progress: Progress) => void; signal?: AbortSignal }
type Arguments = Record<string, unknown>

const toolResultSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
})
export type ToolResult = z.infer<typeof toolResultSchema>

/** The methods of a client in tests. */
export type ConnectedClient = {
  client: Client | OldClient
  callTool: (name: string, args: Arguments, options?: CallOptions) => Promise<ToolResult>
  close: () => Promise<void>
}

const require = createRequire(import.meta.url)
const INFO = { name: 'verbatim-tests', version: '1.0.0' }

async function wrapOld(client: OldClient, close: () => Promise<void>): Promise<ConnectedClient> {
  return {
    client,
    callTool: async (name, args, options = {}) =>
      toolResultSchema.parse(await client.callTool({ name, arguments: args }, undefined, options)),
    close,
  }
}

async function connectNew(url: URL, headers: Record<string, string>, name: ClientName): Promise<ConnectedClient> {
  const mode = name === 'SDK 2.4 as of 2025' ? ('legacy' as const) : { pin: '2026-07-28' }
  const client = new Client(INFO, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return {
    client,
    callTool: async (tool, args, options = {}) =>
      toolResultSchema.parse(await client.callTool({ name: tool, arguments: args }, options)),
    close: () => client.close(),
  }
}

async function connectOld(url: URL, headers: Record<string, string>): Promise<ConnectedClient> {
  const client = new OldClient(INFO)
  await client.connect(new OldTransport(url, { requestInit: { headers } }))
  return wrapOld(client, () => client.close())
}

/** A client over standard streams, through mcp-remote as a separate process. */
async function connectRemote(url: URL, options: string[], onSaid: (line: string) => void): Promise<ConnectedClient> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mcp-remote-'))
  const client = new OldClient(INFO)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      require.resolve('mcp-remote/dist/proxy.js'),
      url.href,
      '--allow-http',
      '--transport',
      'http-only',
      ...options,
    ],
    env: { PATH: process.env.PATH ?? '', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (said) => String(said).split('\n').forEach(onSaid))
  await client.connect(transport)
  return wrapOld(client, async () => {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  })
}

/** The connector's address for a client that wants results as data too. */
function structuredUrl(address: string): URL {
  const url = new URL(address)
  url.searchParams.set('structured', 'true')
  return url
}

function connect(name: ClientName, address: string, key: string): Promise<ConnectedClient> {
  const url = structuredUrl(address)
  const authorization = `Bearer ${key}`
  if (name === 'mcp-remote') return connectRemote(url, ['--header', `Authorization:${authorization}`], () => {})
  return name === 'SDK 1.32' ? connectOld(url, { authorization }) : connectNew(url, { authorization }, name)
}

/** Connects a client, and notes the tools that answer it with a result. */
export async function connectClient(name: ClientName, address: string, key: string): Promise<ConnectedClient> {
  const connected = await connect(name, address, key)
  return {
    ...connected,
    callTool: async (tool, args, options) => {
      const result = await connected.callTool(tool, args, options)
      if (!result.isError) noteExercised([tool])
      return result
    },
  }
}

/** Connects mcp-remote as a device; `approve` is given the code that its user would type. */
export function connectDevice(address: string, approve: (userCode: string) => Promise<void>): Promise<ConnectedClient> {
  return connectRemote(new URL(address), ['--device-code'], (line) => {
    const userCode = /user_code=([A-Z]{4}-[A-Z]{4})/.exec(line)?.[1]
    if (userCode) void approve(userCode)
  })
}
