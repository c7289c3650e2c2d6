/** Articles of English, French, German, Spanish, Italian and Portuguese that are hardly ever another word. */
const ARTICLES = new Set(
  'a an the le la les un une des el los las una il lo gli uno der die das ein eine einen den dem os um uma'.split(' '),
)
const LONGEST = 5

/** Whether the word that ends before `end` is an article, which no line should end in. */
export function endsInArticle(text: string, end: number): boolean {
  const start = text.lastIndexOf(' ', end - 1) + 1
  return end - start <= LONGEST && ARTICLES.has(text.slice(start, end).toLowerCase())
}
