// Far longer than any event of a caption track. A longer element is skipped.
const MAX_ELEMENT_LENGTH = 1_000_000
const MAX_KEY_LENGTH = 64
// A document with more is no JSON at all.
const MAX_BROKEN = 1000

/** An element of the array, or one that can't be parsed. */
export type ScannedElement = { value: unknown } | 'broken'

type Scan = {
  key: string
  depth: number
  inArray: boolean
  done: boolean
  broken: number
  inString: boolean
  escaped: boolean
  /** The last top-level string, which may be a key, and the key whose value comes next. */
  string: string
  valueOf: string
  /** The part of the open element from earlier chunks; null while the element is too long. */
  carried: string | null
}

function parseElement(text: string | null): ScannedElement {
  if (text === null || text.length > MAX_ELEMENT_LENGTH) return 'broken'
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'broken'
    throw error
  }
}

function carry(carried: string | null, text: string, maxLength: number): string | null {
  return carried === null || carried.length + text.length > maxLength ? null : carried + text
}

/** The end of the string that is open at `index`; the chunk's length when it continues in the next chunk. */
function stringEnd(scan: Scan, chunk: string, index: number): number {
  let { escaped } = scan
  let end = index
  for (; end < chunk.length; end++) {
    if (escaped) escaped = false
    else {
      const code = chunk.charCodeAt(end)
      if (code === 92) escaped = true
      else if (code === 34) break
    }
  }
  scan.escaped = escaped
  return end
}

function openBracket(scan: Scan, isList: boolean): void {
  if (scan.depth === 0 && isList) scan.done = true
  else if (scan.depth === 1 && isList && scan.valueOf === scan.key) scan.inArray = true
  scan.depth += 1
}

/** Adds a complete element, or a broken one for an element that was too long. Arrays are skipped. */
function endElement(scan: Scan, text: string | null, found: ScannedElement[]): void {
  if (text?.startsWith('[')) return
  const element = parseElement(text)
  found.push(element)
  if (element === 'broken') scan.broken += 1
  if (scan.broken === MAX_BROKEN) scan.done = true
}

/** Scans one chunk and adds the elements that end in it. */
function scanChunk(scan: Scan, chunk: string, found: ScannedElement[]): void {
  let elementStart = 0
  for (let index = 0; index < chunk.length && !scan.done; index++) {
    if (scan.inString) {
      const end = stringEnd(scan, chunk, index)
      if (scan.depth === 1) scan.string = carry(scan.string, chunk.slice(index, end), MAX_KEY_LENGTH) ?? '\0'
      scan.inString = end === chunk.length
      index = end
      continue
    }
    switch (chunk.charCodeAt(index)) {
      case 34: // "
        scan.inString = true
        if (scan.depth === 1) scan.string = ''
        break
      case 58: // :
        if (scan.depth === 1) scan.valueOf = scan.string
        break
      case 44: // ,
        if (scan.depth === 1) scan.valueOf = ''
        break
      case 91: // [
      case 123: // {
        if (scan.inArray && scan.depth === 2) {
          elementStart = index
          scan.carried = ''
        }
        openBracket(scan, chunk.charCodeAt(index) === 91)
        break
      case 93: // ]
      case 125: // }
        scan.depth -= 1
        if (scan.inArray && scan.depth === 2) {
          endElement(scan, scan.carried === null ? null : scan.carried + chunk.slice(elementStart, index + 1), found)
        } else if (scan.depth <= 0 || (scan.inArray && scan.depth === 1)) scan.done = true
    }
  }
  if (scan.inArray && scan.depth > 2 && !scan.done) {
    scan.carried = carry(scan.carried, chunk.slice(elementStart), MAX_ELEMENT_LENGTH)
  }
}

/**
 * Yields the objects of the array under a top-level key of a JSON document: those that end in each chunk of its text. Holds
 * only the open element; of a document that breaks off it yields everything before the break. Does not check the rest of the
 * document. Never throws. Linear time.
 */
export function* scanArrayElements(chunks: Iterable<string>, key: string): Generator<ScannedElement[], void, void> {
  const scan: Scan = {
    key,
    depth: 0,
    inArray: false,
    done: false,
    broken: 0,
    inString: false,
    escaped: false,
    string: '',
    valueOf: '',
    carried: '',
  }
  for (const chunk of chunks) {
    const found: ScannedElement[] = []
    scanChunk(scan, chunk, found)
    yield found
    if (scan.done) return
  }
  if (scan.inArray && scan.depth > 2) yield ['broken']
}
