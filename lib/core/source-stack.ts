import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A place in a compiled file, as V8 writes it into a stack. */
const FRAME_POSITION = /((?:file:\/\/)?\/[^\s():]{1,1000}\.mjs):(\d{1,9}):(\d{1,9})/g

const maps = new Map<string, WeakRef<SourceMap>>()

/** The map beside a compiled file, or null. It is not kept: errors are few, maps are large. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)?.deref()
  if (known) return known
  if (!existsSync(`${file}.map`)) return null
  const payload: SourceMapPayload = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  const map = new SourceMap(payload)
  maps.set(file, new WeakRef(map))
  return map
}

function sourceOf(place: string, file: string, line: string, column: string): string {
  const entry = mapOf(file.startsWith('file:') ? fileURLToPath(file) : file)?.findEntry(
    Number(line) - 1,
    Number(column) - 1,
  )
  if (!entry || !('originalSource' in entry)) return place
  return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

/**
 * A stack with the places of our sources in place of the compiled ones. Node could do so itself
 * (`--enable-source-maps`), at the price of every map of every package in memory, 70 MB of them.
 */
export function sourceStack(stack: string): string {
  try {
    return stack.replace(FRAME_POSITION, sourceOf)
  } catch {
    // A map that can't be read must not cost the message that it was for.
    return stack
  }
}
