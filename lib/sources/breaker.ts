import { blockedProxyUrl, egressProxyUrl, withOwnProxy } from '@/lib/net/egress-dispatcher'
import { singleton } from '@/lib/platform/concurrency/singleton'
import { Problem } from '@/lib/platform/problem/problem'

const BLOCKS = 5
const WITHIN_MS = 60_000
const OPEN_MS = 300_000

/** What a platform is asked for: a recording, or a list. */
type Asked = { platform: string; recording: string }

/** `blockedMs`: when each recording was last refused. */
type State = { blockedMs: Map<string, number>; openUntilMs: number }

function stateOf(platform: string): State {
  const states = singleton('breakers', () => new Map<string, State>())
  const key = `${platform} ${egressProxyUrl(platform) ?? ''}`
  const state = states.get(key) ?? { blockedMs: new Map(), openUntilMs: 0 }
  states.set(key, state)
  return state
}

/**
 * Throws `upstream_blocked` without a request while a platform blocks this egress: after it has refused five recordings
 * within a minute, for five minutes. More requests would only prolong the block.
 */
export function checkBreaker(platform: string, nowMs = Date.now()): void {
  const { openUntilMs } = stateOf(platform)
  if (nowMs >= openUntilMs) return
  throw new Problem('upstream_blocked', { retryAfterSeconds: Math.ceil((openUntilMs - nowMs) / 1000) })
}

/**
 * Counts a block by a platform for its egress. A recording counts once, however often it is refused: otherwise one that always
 * is would close the platform to everyone.
 */
export function countBlock(platform: string, recording: string, nowMs = Date.now()): void {
  const state = stateOf(platform)
  state.blockedMs.set(recording, nowMs)
  for (const [other, blockedMs] of state.blockedMs) if (nowMs - blockedMs >= WITHIN_MS) state.blockedMs.delete(other)
  if (state.blockedMs.size < BLOCKS) return
  state.openUntilMs = nowMs + OPEN_MS
  state.blockedMs.clear()
}

async function onceWithBreaker<T>({ platform, recording }: Asked, run: () => Promise<T>): Promise<T> {
  checkBreaker(platform)
  try {
    return await run()
  } catch (error) {
    if (error instanceof Problem && error.code === 'upstream_blocked') countBlock(platform, recording)
    throw error
  }
}

/**
 * Runs something that asks a platform. Throws `upstream_blocked` without asking while the platform blocks this egress, and
 * whatever `run` throws. Where the platform has a proxy for that case, what it blocks is run again through the proxy.
 */
export async function withBreaker<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
  const { platform } = asked
  try {
    return await onceWithBreaker(asked, run)
  } catch (error) {
    const isBlocked = error instanceof Problem && error.code === 'upstream_blocked'
    if (!isBlocked || blockedProxyUrl(platform) === null) throw error
    return withOwnProxy(platform, () => onceWithBreaker(asked, run))
  }
}
