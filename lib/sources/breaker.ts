import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import { Problem } from '@/lib/platform/problem'
import { singleton } from '@/lib/platform/singleton'

const BLOCKS = 5
const WITHIN_MS = 60_000
const OPEN_MS = 300_000

type State = { blocksMs: number[]; openUntilMs: number }

function stateOf(platform: string): State {
  const states = singleton('breakers', () => new Map<string, State>())
  const key = `${platform} ${egressProxyUrl(platform) ?? ''}`
  const state = states.get(key) ?? { blocksMs: [], openUntilMs: 0 }
  states.set(key, state)
  return state
}

/**
 * Throws `upstream_blocked` without a request while a platform blocks this egress: after five blocks within a minute,
 * for five minutes. More requests would only prolong the block.
 */
export function checkBreaker(platform: string, nowMs = Date.now()): void {
  const { openUntilMs } = stateOf(platform)
  if (nowMs >= openUntilMs) return
  throw new Problem('upstream_blocked', { retryAfterSeconds: Math.ceil((openUntilMs - nowMs) / 1000) })
}

/** Counts a block by a platform for its egress. */
export function countBlock(platform: string, nowMs = Date.now()): void {
  const state = stateOf(platform)
  state.blocksMs = [...state.blocksMs.filter((blockMs) => nowMs - blockMs < WITHIN_MS), nowMs]
  if (state.blocksMs.length < BLOCKS) return
  state.openUntilMs = nowMs + OPEN_MS
  state.blocksMs = []
}
