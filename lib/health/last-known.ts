import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'

type Answer = { text: string | null; askedAtMs: number; asking: boolean }

/** An answer is good for so long; then the next question has it asked anew. */
const FRESH_MS = 5_000

async function renew(name: string, answer: Answer, ask: () => Promise<string>): Promise<void> {
  answer.asking = true
  try {
    answer.text = await ask()
  } catch (error) {
    log.warn('something that the health tells of could not be asked', { name, error })
  } finally {
    answer.asking = false
    answer.askedAtMs = performance.now()
  }
}

/**
 * What `ask` said last, without waiting for it: null before its first answer. Where that is a few seconds old it is asked
 * again in the background, once at a time, however often this is called.
 */
export function lastKnown(name: string, ask: () => Promise<string>): string | null {
  const answers = singleton('last-known', () => new Map<string, Answer>())
  const answer = answers.get(name) ?? { text: null, askedAtMs: Number.NEGATIVE_INFINITY, asking: false }
  answers.set(name, answer)
  if (!answer.asking && performance.now() - answer.askedAtMs > FRESH_MS) void renew(name, answer, ask)
  return answer.text
}
