import { decodeHTMLStrict } from 'entities/decode'
import { SaxesParser } from 'saxes'

/** An element's start: its name and its attributes' names without prefixes. */
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
// Stands for an ampersand that begins no reference while the parser is at work. No character has this code.
const AMPERSAND = '\ufdd0'

/** A named reference of HTML as its character; one to a sign that XML escapes, or to nothing known, as it stands. */
function repairReference(reference: string): string {
  const decoded = decodeHTMLStrict(reference)
  return decoded === reference || /[&<>"']/.test(decoded) ? AMPERSAND + reference.slice(1) : decoded
}

/** What is wrong in documents of the wild and harms nobody: control characters, HTML's references, bare ampersands. */
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
    // A reference to a character that XML doesn't allow stays as it stands.
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
 * Reads an XML document by its local names. Gives whether it was read to its end: a malformed one is read up to the first
 * error. Nothing of a DTD is expanded or fetched. Never throws but what the handlers throw. Linear time.
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
