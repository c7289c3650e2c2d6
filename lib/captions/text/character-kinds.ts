/** One column wide; forms a grapheme cluster with the EXTENDS characters after it, unless an unknown character follows. */
export const NARROW = 1
/** Two columns wide, otherwise as NARROW. */
export const WIDE = 2
/** Extends the cluster before it and takes no column. */
export const EXTENDS = 4
/** One column wide, and always a separate cluster. */
export const LONE = 8
/** The space, which is also NARROW and TIDY. */
export const SPACE = 16
/** A character that some format has to escape. */
export const SIGN = 32
/** Visible, and unchanged by NFC next to any other TIDY character. */
export const TIDY = 64

/** Ranges of UTF-16 code units, inclusive. Each kind has more members; these cover nearly all text. */
const RANGES: readonly (readonly [kind: number, ...ranges: (readonly [first: number, last: number])[]])[] = [
  [
    NARROW | TIDY,
    [0x21, 0x7e],
    [0xa1, 0xac],
    [0xae, 0x2ff],
    [0x388, 0x482],
    [0x48a, 0x52f],
    [0x1e00, 0x1eff],
    [0x2010, 0x2027],
  ],
  // Spaces and the replacement character; soft hyphen and marks of direction.
  [NARROW, [0x20, 0x20], [0xa0, 0xa0], [0xfffd, 0xfffd]],
  [LONE, [0xad, 0xad], [0x200e, 0x200f], [0x202a, 0x202e]],
  // Hebrew, Arabic and Thai letters, and signs of Thai.
  [NARROW, [0x5d0, 0x5ea], [0x620, 0x64a], [0xe01, 0xe30], [0xe32, 0xe32], [0xe3f, 0xe46], [0xe4f, 0xe5b]],
  [EXTENDS, [0x300, 0x36f], [0x591, 0x5bd], [0x64b, 0x65f], [0xe31, 0xe31], [0xe34, 0xe3a], [0xe47, 0xe4e]],
  // CJK punctuation, kana, Han, Hangul syllables, full-width forms.
  [WIDE, [0x3001, 0x3029], [0x3041, 0x3096], [0x309b, 0x30ff], [0x3400, 0x4dbf], [0x4e00, 0x9fff], [0xac00, 0xd7a3]],
  [WIDE, [0xff01, 0xff5e]],
  [TIDY, [0xff01, 0xff5e], [0x3001, 0x3029], [0x3041, 0x3096], [0x30a1, 0x30fc], [0x4e00, 0x9fff], [0xac00, 0xd7a3]],
  [SPACE | TIDY, [0x20, 0x20]],
  [SIGN, [0x26, 0x26], [0x3c, 0x3c], [0x3e, 0x3e], [0x5c, 0x5c], [0x7b, 0x7b]],
]

function fillKinds(): Uint8Array {
  const kinds = new Uint8Array(65_536)
  for (const [kind, ...ranges] of RANGES) {
    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code++) kinds[code] = (kinds[code] ?? 0) | kind
    }
  }
  return kinds
}

const KINDS = fillKinds()

/** The kinds of a UTF-16 code unit as bits; 0 for an unknown one. */
export function kindOf(code: number): number {
  return KINDS[code] ?? 0
}

/** Whether all characters of a text are of all these kinds, with single spaces between them. */
export function isAllOf(text: string, kinds: number): boolean {
  // Without branches this is as fast as reading each character.
  let missing = 0
  let doubled = 0
  let before = SPACE
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charCodeAt(index))
    missing |= ~kind
    doubled |= kind & before
    before = kind
  }
  return ((missing & kinds) | ((doubled | before) & SPACE)) === 0
}
