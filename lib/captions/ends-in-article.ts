const SPACE = 0x20
const LONGEST = 5
const BITS_A_LETTER = 5

/** Which letter of the ASCII alphabet a character is, from 1 on, without regard to case; 0 for any other. */
function letterOf(code: number): number {
  const letter = (code | SPACE) - 0x60
  return code < 0x80 && letter >= 1 && letter <= 26 ? letter : 0
}

/** The word of up to five ASCII letters that ends before `end`, without regard to case, as a number; -1 for any other. */
function lastWord(text: string, end: number): number {
  let word = 0
  for (let index = end - 1; index >= 0; index--) {
    const code = text.charCodeAt(index)
    if (code === SPACE) break
    const letter = letterOf(code)
    if (letter === 0 || end - index > LONGEST) return -1
    word = (word << BITS_A_LETTER) | letter
  }
  return word
}

/** Articles of English, French, German, Spanish, Italian and Portuguese that are hardly ever another word. */
const ARTICLES = new Set(
  'a an the le la les un une des el los las una il lo gli uno der die das ein eine einen den dem os um uma'
    .split(' ')
    .map((word) => lastWord(word, word.length)),
)

/** Whether the word that ends before `end` is an article, which no line should end in. */
export function endsInArticle(text: string, end: number): boolean {
  return ARTICLES.has(lastWord(text, end))
}
