import { mkdir } from 'node:fs/promises'
import net from 'node:net'
import { freePort } from '../process/free-port'
import { composed } from './composed'
import { makeServer, type Server } from './run-server'

export type Keys = { eventKey: string; signingKey: string }

/** Where a server keeps what it knows. */
export type Stores = { postgresUrl: string; redisUrl: string }

const INNGEST = process.env.INNGEST_BIN ?? 'inngest'
const REDIS = process.env.REDIS_BIN ?? 'redis-server'
/** A process title would overwrite the environment, by which leftover processes are found. */
const FINDABLE = ['--set-proc-title', 'no']

/** A Redis as compose.yaml has it, its files in `folder`. */
export async function makeRedis(folder: string): Promise<Server> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
      socket.once('data', (answer) => resolve(answer.toString().startsWith('+PONG')))
      socket.once('error', () => resolve(false))
      socket.once('close', () => resolve(false))
      socket.once('data', () => socket.destroy())
    })
  return makeServer({
    url: `redis://127.0.0.1:${port}`,
    file: REDIS,
    args: [...composed('redis').args, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...FINDABLE],
    env: process.env,
    cwd: folder,
    isReady,
  })
}

async function listenArgs(port: number): Promise<string[]> {
  const [gateway, grpc, executor] = [await freePort(), await freePort(), await freePort()]
  const ports = ['--port', port, '--connect-gateway-port', gateway, '--connect-gateway-grpc-port', grpc]
  return ['--host', '127.0.0.1', ...ports, '--connect-executor-grpc-port', executor].map(String)
}

/** The development server, started as CONTRIBUTING.md says, for the service at `serviceUrl`. */
export async function makeDevServer(folder: string, port: number, serviceUrl: string): Promise<Server> {
  await mkdir(folder, { recursive: true })
  const { PATH, NODE_ENV } = process.env
  const url = `http://127.0.0.1:${port}`
  return makeServer({
    url,
    file: INNGEST,
    args: ['dev', '--no-discovery', '-u', `${serviceUrl}/api/inngest`, ...(await listenArgs(port))],
    env: { PATH, NODE_ENV, HOME: folder, DO_NOT_TRACK: '1' },
    cwd: folder,
    isReady: async () => (await fetch(`${url}/health`)).ok,
  })
}

/**
 * An Inngest server as compose.yaml configures it, on free ports. It does not know the address of the functions: the
 * service has to register them. With `stores` null it keeps its database in `folder` as SQLite and its queue in memory.
 */
export async function makeInngest(folder: string, port: number, keys: Keys, stores: Stores | null): Promise<Server> {
  await mkdir(folder, { recursive: true })
  const { args, settings } = composed('inngest', {
    INNGEST_EVENT_KEY: keys.eventKey,
    INNGEST_SIGNING_KEY: keys.signingKey,
    INNGEST_POSTGRES_URI: stores?.postgresUrl ?? '',
    INNGEST_REDIS_URI: stores?.redisUrl ?? '',
    DO_NOT_TRACK: '1',
  })
  const named = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
  const addresses = await listenArgs(port)
  const { PATH, NODE_ENV } = process.env
  const url = `http://127.0.0.1:${port}`
  return makeServer({
    url,
    file: INNGEST,
    args: [...args, ...addresses, ...(stores ? [] : ['--sqlite-dir', folder])],
    env: { ...named, PATH, NODE_ENV, HOME: folder, LOG_LEVEL: 'warn' },
    cwd: folder,
    isReady: async () => (await fetch(`${url}/health`)).ok,
  })
}
