import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeXml } from './xml-charset'

const xml = (charset: string, text: string) => `<?xml version="1.0" encoding="${charset}"?><opml>${text}</opml>`

test.each([
  ['UTF-8', Buffer.from(xml('UTF-8', 'Žluťoučký')), 'Žluťoučký'],
  ['UTF-8 with a byte order mark', iconv.encode(xml('utf-8', 'Žluťoučký'), 'utf-8', { addBOM: true }), 'Žluťoučký'],
  ['UTF-8 that declares another charset', Buffer.from(xml('windows-1251', 'Привет')), 'Привет'],
  ['UTF-16', iconv.encode(xml('utf-16', 'Привет'), 'utf-16le', { addBOM: true }), 'Привет'],
  ['a declared charset', iconv.encode(xml('windows-1251', 'Привет'), 'windows-1251'), 'Привет'],
  ['an unknown charset', iconv.encode(xml('x-unheard-of', 'Où ça'), 'windows-1252'), 'Où ça'],
  ['no declaration', iconv.encode('<opml>déjà</opml>', 'windows-1252'), 'déjà'],
])('an XML file is decoded: %s', (_name, bytes, text) => {
  const decoded = decodeXml(bytes)
  expect(decoded).toContain(`>${text}<`)
  expect(decoded.startsWith('<')).toBe(true)
})
