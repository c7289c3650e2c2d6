import { decodeHTMLStrict } from 'entities/decode'
import { SaxesParser } from 'saxes'

/** The start of an element. Its name and the names of its attributes have no prefixes. */
export type XmlElement = { name: string; attributes: ReadonlyMap<string, string> }

/** Called in the order of the document. Text comes in chunks, character references decoded. */
export type XmlHandlers = {
  open: (element: XmlElement) => void
  close: (name: string) => void
  text: (text: string) => void
}

class MalformedXml extends Error {}

// No caption format nests deeper than some twenty elements.
const MAX_DEPTH = 200
const MAX_WRONG_REFERENCES = 1000
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\ufdd0\ufffe\uffff]/gu
const BARE_AMPERSAND = /&(?![a-zA-Z][a-zA-Z\d]{1,30};|#\d{1,7};|#x[\da-fA-F]{1,6};)/g
const HTML_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos);)[a-zA-Z][a-zA-Z\d]{1,30};/g
// Replaces, during parsing, an ampersand that begins no reference. This code is not a character.
const AMPERSAND = '\ufdd0'

/** The character of a named HTML reference; unchanged if it is unknown or a character that XML escapes. */
function repairReference(reference: string): string {
  const decoded = decodeHTMLStrict(reference)
  return decoded === reference || /[&<>"']/.test(decoded) ? AMPERSAND + reference.slice(1) : decoded
}

/** Repairs harmless errors of real documents: control characters, HTML references, bare ampersands. */
function repair(text: string): string {
  const clean = text.toWellFormed().replace(FORBIDDEN, '').trimStart()
  return clean.replace(BARE_AMPERSAND, AMPERSAND).replace(HTML_REFERENCE, repairReference)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function localAttributes(attributes: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
}

function listen(parser: SaxesParser, handlers: XmlHandlers): void {
  let depth = 0
  let wrongReferences = 0
  parser.on('error', (error) => {
    // A reference to a character that XML doesn't allow stays as it is.
    if (error.message.includes('entity')) wrongReferences += 1
    else throw new MalformedXml(error.message)
    if (wrongReferences > MAX_WRONG_REFERENCES) throw new MalformedXml('too many wrong references')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) throw new MalformedXml('nested too deep')
    handlers.open({ name: localName(name), attributes: localAttributes(attributes) })
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    handlers.close(localName(name))
  })
  const onText = (text: string) => handlers.text(text.replaceAll(AMPERSAND, '&'))
  parser.on('text', onText)
  parser.on('cdata', onText)
}

/**
 * Parses an XML document by its local names. Returns whether it was parsed to its end: a malformed one is parsed up to the first
 * error. Nothing of a DTD is expanded or fetched. Throws only what the handlers throw. Linear time.
 */
export function parseXml(text: string, handlers: XmlHandlers): boolean {
  const parser = new SaxesParser({ position: false })
  listen(parser, handlers)
  try {
    parser.write(repair(text)).close()
    return true
  } catch (error) {
    if (error instanceof MalformedXml) return false
    throw error
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
