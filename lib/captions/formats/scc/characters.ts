/** The differences of CTA-608's basic set from ASCII. */
const BASIC = new Map(
  Object.entries({ 42: 'á', 92: 'é', 94: 'í', 95: 'ó', 96: 'ú', 123: 'ç', 124: '÷', 125: 'Ñ', 126: 'ñ' }).map(
    ([code, character]) => [Number(code), character],
  ),
)

/** From code 0x30 on. The tenth is a transparent space. */
const SPECIAL = [...'®°½¿™¢£♪à èâêîôû']

/** From code 0x20 on, Spanish and French, then Portuguese, German and Danish. */
const EXTENDED = new Map([
  [0x12, [...'ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»']],
  [0x13, [...'ÃãÍÌìÒòÕõ{}\\^_¦~ÄäÖöß¥¤|ÅåØø┌┐└┘']],
])

/** The character of a code of the basic set; '' for one below it and for the solid block. */
export function basicCharacter(code: number): string {
  if (code < 0x20 || code > 0x7e) return ''
  return BASIC.get(code) ?? String.fromCharCode(code)
}

/**
 * The character of a pair in the first channel's codes; null for any other pair. `replaces`: it replaces the character
 * before it.
 */
export function pairedCharacter(first: number, second: number): { character: string; replaces: boolean } | null {
  const special = first === 0x11 ? SPECIAL[second - 0x30] : undefined
  if (special !== undefined) return { character: special, replaces: false }
  const extended = EXTENDED.get(first)?.[second - 0x20]
  return extended === undefined ? null : { character: extended, replaces: true }
}
