const COMMON = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['#39', "'"],
])
const LONGEST_NAME = 4

/**
 * Decodes the character references of a text once: common ones here, and from the first other one on with `decodeAny`.
 */
export function decodeReferences(text: string, decodeAny: (text: string) => string): string {
  let decoded = ''
  let position = 0
  for (let sign = text.indexOf('&'); sign !== -1; sign = text.indexOf('&', position)) {
    const end = text.indexOf(';', sign)
    const character = end > sign && end - sign <= LONGEST_NAME + 1 ? COMMON.get(text.slice(sign + 1, end)) : undefined
    if (character === undefined) return decoded + decodeAny(text.slice(position))
    decoded += text.slice(position, sign) + character
    position = end + 1
  }
  return decoded + text.slice(position)
}
