import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCAL_ACCESS_FILE, localAccessSchema } from '@/lib/accounts/local/contract'
import { type Client, createClient } from '@/lib/api/client'
import { configFolder } from './connection/config-folder'
import { type Credential, keyCredential, storedCredential } from './connection/credential'
import { readCredentials } from './connection/credential-file'
import { errorCode } from './connection/error-code'
import { type RetryLimit, retryDelaySeconds } from './connection/retry-delay'
import { DEFAULT_SERVER, serverAddress } from './connection/server-address'
import { userAgent } from './connection/with-form'
import { openDeadline } from './deadline'
import { durationInWords } from './duration-in-words'
import { Failure } from './failure/failure'
import { openTerminal, type Terminal } from './terminal/terminal'

type Options = {
  credential: Credential
  retryLimit: RetryLimit
  /** Called before waiting, with how long it will be. */
  onPause: (seconds: number) => void
}

async function sendOnce(address: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('user-agent', userAgent())
  if (token) headers.set('authorization', `Bearer ${token}`)
  return fetch(address, { ...init, headers })
}

/**
 * The `fetch` of signed-in calls: bears the credential, renews it once when the server refuses it, and where the server
 * says how long to wait (429, 503 with Retry-After) waits as long as the time budget permits. Bodies are text, so that
 * a call can be made again.
 */
function createSend({ credential, retryLimit, onPause }: Options): typeof fetch {
  return async (address, init = {}) => {
    const url = address instanceof Request ? address.url : String(address)
    let token = await credential.token()
    let hasRenewed = false
    for (let attempt = 0; ; attempt++) {
      const response = await sendOnce(url, init, token)
      if (response.status === 401 && token && !hasRenewed) {
        hasRenewed = true
        const fresh = await credential.renew(token)
        if (!fresh) return response
        token = fresh
        continue
      }
      const pause = retryDelaySeconds(response, attempt, retryLimit)
      if (pause === null) return response
      await response.body?.cancel()
      onPause(pause)
      await sleep(pause * 1000, undefined, init.signal ? { signal: init.signal } : {})
    }
  }
}

/** The options every command takes. */
export type GlobalOptions = { json?: boolean; quiet?: boolean; color?: boolean; server?: string; timeout?: number }

/** The connection, terminal and options of a command. */
export type Context = {
  baseUrl: string
  configFolder: string
  /** The credential of requests: the key of VERBATIM_API_KEY, that of "verbatim login", or this machine's own token. */
  usesKey: boolean
  credential: Credential
  /** The token of the service on this machine, where that is the server. */
  localToken: string | null
  json: boolean
  terminal: Terminal
  /** Ends when the person or the time says so; its reason is the failure to report. */
  signal: AbortSignal
  /** Calls an operation of the API. Throws `ApiError`. */
  call: Client
  /** The same `fetch`, for Word documents and PDFs, which the client does not read. */
  send: typeof fetch
  /** Prints a result: the object with --json, else the words for people. */
  print: (result: unknown, words: string) => Promise<void>
}

/** The service on this machine, and the token by which programs here act as its own account. */
type LocalAccess = { url: string; token: string }

/**
 * The access that the service on this machine wrote to its data folder (`VERBATIM_DATA`) for programs of the same user;
 * null if there is no such folder, or it belongs to another user. Throws `file_unreadable` for a malformed file.
 */
async function readLocalAccess(): Promise<LocalAccess | null> {
  if (!process.env.VERBATIM_DATA) return null
  const file = path.resolve(process.env.VERBATIM_DATA, LOCAL_ACCESS_FILE)
  try {
    return localAccessSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(cause) ?? '')) return null
    throw new Failure('file_unreadable', `${file} is damaged. Restart Verbatim to write the file again.`, {
      cause,
    })
  }
}

/** A sign-in that is stored for a server or, without one, this machine's own token for it. */
function orLocal(stored: Credential, { token: localToken }: LocalAccess): Credential {
  return {
    token: async () => (await stored.token()) ?? localToken,
    renew: async (refused) => (refused === localToken ? null : stored.renew(refused)),
  }
}

async function meantServer(folder: string, option: string | undefined, local: LocalAccess | null): Promise<string> {
  const named = option ?? process.env.VERBATIM_URL
  return serverAddress(named || ((await readCredentials(folder)).current ?? local?.url ?? DEFAULT_SERVER))
}

/** Creates the context of a command. `interruption` ends it early. Throws `usage`. */
export async function openContext(
  { json = false, quiet = false, color = true, server, timeout }: GlobalOptions,
  interruption: AbortSignal,
): Promise<Context> {
  const folder = configFolder()
  const found = await readLocalAccess()
  const baseUrl = await meantServer(folder, server, found)
  const local = found?.url === baseUrl ? found : null
  const terminal = openTerminal({ isSilent: json || quiet, noColor: !color })
  const key = process.env.VERBATIM_API_KEY?.trim()
  const stored = storedCredential(folder, baseUrl)
  const credential = key ? keyCredential(key) : local ? orLocal(stored, local) : stored
  const { signal, untilMs } = openDeadline(timeout ?? null, interruption)
  const onPause = (seconds: number) =>
    terminal.say(`The server asks to wait; trying again in ${durationInWords(seconds)}.`)
  const send = createSend({ credential, retryLimit: { untilMs }, onPause })
  const client = createClient({ baseUrl, fetch: send })
  return {
    baseUrl,
    configFolder: folder,
    usesKey: Boolean(key),
    credential,
    localToken: local?.token ?? null,
    json,
    terminal,
    signal,
    send,
    call: (operation, request, options) => client(operation, request, { signal, ...options }),
    print: (result, words) => terminal.write(json ? `${JSON.stringify(result, null, 2)}\n` : words),
  }
}
