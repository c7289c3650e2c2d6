import { decodeHTMLStrict } from 'entities/decode'
import { Parser } from 'htmlparser2'
import { decodeReferences } from './character-references'

/** The start of an element. Its name and the names of its attributes have no prefixes. `namespace`: undefined where none is declared. */
export type XmlElement = { name: string; namespace: string | undefined; attributes: ReadonlyMap<string, string> }

/** Called in the order of the document. Text arrives in chunks, with character references decoded. */
export type XmlHandlers = {
  open: (element: XmlElement) => void
  close: (name: string) => void
  text: (text: string) => void
}

class NestedTooDeep extends Error {}

type Namespaces = ReadonlyMap<string, string>

// No caption format nests deeper than some twenty elements.
const MAX_DEPTH = 200
// The parser looks through all elements without an end at each end.
const MAX_UNCLOSED = 1000
// Elements that contain none of their own name in any caption format: an open one ends where the next begins.
const NEVER_NESTED = new Set(['tt', 'p', 'transcript', 'text', 'timedtext'])
// A comment, a CDATA section, or a sign that begins no tag: no name follows, or no attribute, or another sign before its end.
const NO_TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(?![/!?]?[a-zA-Z_][\w.:-]{0,200}(?=[\s/?>])(?=[^<>]*>)(?:\s*[/?]?>|\s[^<>]*=))/g

/** Escapes what looks like markup and is text, and cuts off a last tag without an end. */
function repair(text: string): string {
  const end = text.lastIndexOf('<') > text.lastIndexOf('>') ? text.lastIndexOf('<') : text.length
  return withoutForbidden(text.slice(0, end)).replace(NO_TAG, (found) => (found === '<' ? '&lt;' : found))
}

const decode = (text: string) => decodeReferences(text, decodeHTMLStrict)
const prefixOf = (name: string) => name.slice(0, Math.max(0, name.indexOf(':')))
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The namespaces of an element by their prefixes: those of its parent, and its own. */
function withNamespaces(inherited: Namespaces, attributes: Readonly<Record<string, string>>): Namespaces {
  const declared = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return inherited
  const own = declared.map((name) => [name.slice('xmlns:'.length), decode(attributes[name] ?? '')] as const)
  return new Map([...inherited, ...own])
}

/**
 * Parses an XML document by its local names, as far as it can be read: a sign that begins no tag is text, an element that is not closed
 * ends with its parent, an end without a start is ignored, and several documents may follow each other. Returns whether all
 * elements are closed at the end; one that is nested too deep is parsed up to there. Nothing of a DTD is expanded or fetched. Throws
 * only what the handlers throw. Linear time.
 */
export function parseXml(text: string, handlers: XmlHandlers): boolean {
  const open: { name: string; namespaces: Namespaces }[] = []
  let inCdata = false
  let unclosed = 0
  const closeTo = (name: string) => {
    if (!open.some((element) => element.name === name)) return
    for (let closed = open.pop(); closed; closed = open.pop()) {
      handlers.close(closed.name)
      if (closed.name === name) return
    }
  }
  const parser = new Parser(
    {
      onopentag(qualified, raw) {
        const name = localName(qualified)
        if (NEVER_NESTED.has(name)) closeTo(name)
        unclosed += 1
        if (open.length === MAX_DEPTH || unclosed > MAX_UNCLOSED) throw new NestedTooDeep()
        const namespaces = withNamespaces(open.at(-1)?.namespaces ?? new Map(), raw)
        open.push({ name, namespaces })
        const attributes = new Map(Object.entries(raw).map(([key, value]) => [localName(key), decode(value)]))
        handlers.open({ name, namespace: namespaces.get(prefixOf(qualified)), attributes })
      },
      onclosetag(qualified) {
        unclosed -= 1
        closeTo(localName(qualified))
      },
      ontext: (part) => handlers.text(inCdata ? part : decode(part)),
      oncdatastart() {
        inCdata = true
      },
      oncdataend() {
        inCdata = false
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  try {
    parser.write(repair(text))
    const isWhole = open.length === 0
    parser.end()
    return isWhole
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error
    for (const { name } of open.reverse()) handlers.close(name)
    return false
  }
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const NOT_ALLOWED = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** A text without the characters that no document of XML 1.0 may contain, even as references. */
export function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(NOT_ALLOWED, '')
}

/** A text as the content of an element or attribute of XML 1.0. */
export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"]/g, (sign) => ESCAPES.get(sign) ?? sign)
}
