/** The decimal number that a path segment or parameter is, or begins with before punctuation (`123.html`, `123&s=20`). */
export function numericId(text: string | null | undefined): string | null {
  return /^(\d{1,20})(?![\w-])/.exec(text ?? '')?.[1] ?? null
}
