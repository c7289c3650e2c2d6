/** A title in a subject line: of one line and bounded. */
export function inSubject(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${Array.from(line).slice(0, 99).join('')}…` : line
}
