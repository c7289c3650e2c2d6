import { LRUCache } from 'lru-cache'
import { singleton } from '@/lib/core/concurrency/singleton'
import { isUserOwner, slotOwner } from '@/lib/core/concurrency/slot-owner'
import { Problem } from '@/lib/core/problem/problem'
import { blockedProxyUrl, egressProxyUrl, withOwnProxy } from '@/lib/net/egress-dispatcher'
import { factsOf } from '@/lib/platforms/platforms'
import { isExtractorFault, refusesServer } from './extractors/extractor-failures'

const BLOCKS = 5
const WITHIN_MS = 60_000
const OPEN_MS = 300_000
/** How long the one request that probes an open circuit keeps others out. */
const PROBE_MS = 30_000
const USERS = 2
const MOST_BLOCKS = 1_000
const MOST_CIRCUITS = 10_000

const EVERYBODY = 'everybody'

/** The subject of a request to a platform: a recording, or a list. `host`: the site, where a platform is many of them. */
type Asked = { platform: string; recording: string; host?: string }

/** A recording, or a list, as the subject of a request. Each of the other sites has separate circuits. */
export function askedFor({ platform, videoId, url }: { platform: string; videoId: string; url: string }): Asked {
  return { platform, recording: videoId, ...(platform === 'web' ? { host: new URL(url).hostname } : {}) }
}

/** A recording that a platform refused to this server, and whose request it was. */
type Block = { recording: string; caller: string; atMs: number }

/**
 * The state of an egress to a platform. `openUntilMs`: the open circuits, by caller; an expired one is half open until
 * a probe has been answered.
 */
type State = { blocks: Block[]; openUntilMs: LRUCache<string, number> }

function stateOf({ platform, host = '' }: Asked): State {
  const states = singleton('breakers', () => new LRUCache<string, State>({ max: MOST_CIRCUITS }))
  const key = `${platform} ${host} ${egressProxyUrl(platform) ?? ''}`
  const state = states.get(key) ?? { blocks: [], openUntilMs: new LRUCache({ max: MOST_CIRCUITS }) }
  states.set(key, state)
  return state
}

/** Throws `upstream_blocked` while a circuit of the caller's is open or probed. Returns the half-open ones, which this request probes. */
function enter({ openUntilMs }: State, caller: string): string[] {
  const nowMs = Date.now()
  const circuits = [EVERYBODY, caller].filter((circuit) => openUntilMs.has(circuit))
  const untilMs = Math.max(0, ...circuits.map((circuit) => openUntilMs.get(circuit) ?? 0))
  if (nowMs < untilMs) throw new Problem('upstream_blocked', { retryAfterSeconds: Math.ceil((untilMs - nowMs) / 1000) })
  for (const circuit of circuits) openUntilMs.set(circuit, nowMs + PROBE_MS)
  return circuits
}

const recordingsIn = (blocks: readonly Block[]) => new Set(blocks.map(({ recording }) => recording)).size

function countBlock(state: State, caller: string, recording: string): void {
  const nowMs = Date.now()
  const recent = state.blocks.filter(({ atMs }) => nowMs - atMs < WITHIN_MS)
  state.blocks = [...recent, { recording, caller, atMs: nowMs }].slice(-MOST_BLOCKS)
  const open = (circuit: string) => state.openUntilMs.set(circuit, nowMs + OPEN_MS)
  if (recordingsIn(state.blocks.filter((block) => block.caller === caller)) >= BLOCKS) open(caller)
  const ofUsers = state.blocks.filter((block) => isUserOwner(block.caller))
  const users = new Set(ofUsers.map((block) => block.caller)).size
  if (users >= USERS && recordingsIn(ofUsers) >= BLOCKS) open(EVERYBODY)
}

/** Whether an error says that the platform answers this server; a timeout and an answer that is not understood say neither. */
const isAnswer = (error: unknown) => error instanceof Problem && !isExtractorFault(error)

async function onceWithBreaker<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
  const state = stateOf(asked)
  const caller = slotOwner()
  const probed = enter(state, caller)
  const settle = (change: (circuit: string) => void) => probed.forEach(change)
  try {
    const value = await run()
    settle((circuit) => state.openUntilMs.delete(circuit))
    return value
  } catch (error) {
    if (error instanceof Problem && refusesServer(error)) {
      settle((circuit) => state.openUntilMs.set(circuit, Date.now() + OPEN_MS))
      countBlock(state, caller, asked.recording)
    } else if (isAnswer(error)) settle((circuit) => state.openUntilMs.delete(circuit))
    else settle((circuit) => state.openUntilMs.set(circuit, Date.now()))
    throw error
  }
}

/** A refusal that says which platform it is from. One of the other sites stays the source. */
function namingPlatform(error: Problem, platform: string): Problem {
  const name = platform === 'web' ? undefined : factsOf(platform)?.name
  if (!name || !error.message.startsWith(UNNAMED)) return error
  const { code, context, retryAfterSeconds, cause } = error
  const detail = error.message.replace(UNNAMED, `${name} is refusing`)
  return new Problem(code, { detail, context, cause, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) })
}

/** The beginning of the table's sentence. */
const UNNAMED = 'The source is refusing'

/**
 * Runs something that asks a platform. Throws `upstream_blocked` without asking while the platform refuses this egress, and
 * whatever `run` throws. Where the platform has a proxy for that case, what it refuses is run again through the proxy.
 *
 * Five recordings refused to one caller within a minute open the circuit for this caller, for five minutes; five refused to
 * two users or more open it for every caller, so that no caller alone can. Then one request at a time probes: an answer closes the
 * circuit, a refusal opens it again, and others are refused meanwhile. What lies in one recording is never counted.
 */
export async function withBreaker<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
  const { platform } = asked
  try {
    return await onceWithBreaker(asked, run)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'upstream_blocked') throw error
    if (blockedProxyUrl(platform) === null) throw namingPlatform(error, platform)
    return withOwnProxy(platform, () => onceWithBreaker(asked, run))
  }
}
