import type { Call } from './call'
import type { Target } from './target'

/** Which siblings of a planned step have ended when it is called is chance, and so is the siblings' order. */
export function comparable(calls: readonly Call[]): Call[] {
  let asked: Call[] = []
  const out = calls.map((call) => {
    if (!call.planned) asked = [call]
    const known = call.planned ? call.known.filter((step) => asked[0]?.known.includes(step)) : call.known
    return { ...call, known }
  })
  return out.sort((a, b) => (a.planned && b.planned ? a.step.localeCompare(b.step) : 0))
}

/** The calls of a function that a target has made so far, by run. */
export function runsOf(target: Target, fn: string): Call[][] {
  return Object.values(target.calls[fn] ?? {})
}
