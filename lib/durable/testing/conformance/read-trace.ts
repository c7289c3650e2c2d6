import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Call, type Exchange, toCall } from './call'

const FILE = path.resolve(import.meta.dirname, '../../../../test/fixtures/inngest/calls.jsonl')

const exchange = z.object({ url: z.string(), body: z.unknown(), status: z.number(), answer: z.unknown() })

/** The recorded exchanges with a real Inngest server, in order. */
export async function readTrace(): Promise<Exchange[]> {
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => exchange.parse(JSON.parse(line)))
}

export function callsOf(exchanges: readonly Exchange[]): Map<string, Call[][]> {
  const runs = new Map<string, Map<string, Call[]>>()
  for (const one of exchanges) {
    const found = toCall(one)
    if (!found) continue
    const ofFunction = runs.get(found.fn) ?? new Map<string, Call[]>()
    ofFunction.set(found.run, [...(ofFunction.get(found.run) ?? []), found.call])
    runs.set(found.fn, ofFunction)
  }
  return new Map([...runs].map(([fn, ofFunction]) => [fn, [...ofFunction.values()]]))
}
