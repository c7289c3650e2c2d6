import { setImmediate as nextTurn } from 'node:timers/promises'

/** The elements of a list that are written in a few milliseconds. */
const TURN_ELEMENTS = 500

const isLongList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > TURN_ELEMENTS

/** Whether an object has a list that takes long to write, at any depth outside of other lists. */
export function isLong(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some((member) => isLongList(member) || isLong(member))
}

async function writeList(list: readonly unknown[], add: (text: string) => void): Promise<void> {
  for (let from = 0; from < list.length; from += TURN_ELEMENTS) {
    const elements = JSON.stringify(list.slice(from, from + TURN_ELEMENTS)).slice(1, -1)
    add(`${from === 0 ? '[' : ','}${elements}`)
    await nextTurn()
  }
  add(']')
}

async function writeObject(value: Readonly<Record<string, unknown>>, add: (text: string) => void): Promise<void> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  for (const [index, [name, member]] of members.entries()) {
    add(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    if (isLongList(member)) await writeList(member, add)
    else if (isLong(member)) await writeObject(member, add)
    else add(JSON.stringify(member))
  }
  add('}')
}

/** Writes a long object as `JSON.stringify` does, in UTF-8. Other requests have a turn after every 500 elements of its long lists. */
export async function encodeJson(value: Readonly<Record<string, unknown>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  await writeObject(value, (text) => void parts.push(Buffer.from(text)))
  return Buffer.concat(parts)
}
