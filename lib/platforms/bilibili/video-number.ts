const ALPHABET = 'FcwAPNKTMug3GV5Lj7EJnHpWsx4tb8haYeviqBz6rkCy12mUSDQX9RdoZf'
const BASE = BigInt(ALPHABET.length)
const XOR = 23_442_827_791_579n
const LIMIT = 1n << 51n

function swap(characters: string[], one: number, other: number): void {
  const kept = characters[one] ?? ''
  characters[one] = characters[other] ?? ''
  characters[other] = kept
}

/**
 * The BV number of a video with an av number: both write the same number. Null where it is too large to be one.
 * @see https://github.com/SocialSisterYi/bilibili-API-collect/blob/master/docs/misc/bvid_desc.md
 */
export function bvNumber(av: string): string | null {
  const number = BigInt(av)
  if (number <= 0n || number >= LIMIT) return null
  const characters = [...'BV1000000000']
  let rest = (LIMIT | number) ^ XOR
  for (let place = characters.length - 1; rest > 0n; place--) {
    characters[place] = ALPHABET[Number(rest % BASE)] ?? ''
    rest /= BASE
  }
  swap(characters, 3, 9)
  swap(characters, 4, 7)
  return characters.join('')
}
