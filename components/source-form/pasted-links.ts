/** Whether a line can be a link: one word, with a host. */
const LINK = /^(?:https?:\/\/)?[^\s/.]+\.[^\s]+$/iu

/**
 * The links of a text that was pasted, where it has several lines of nothing else; none of any other text, which goes into
 * the field as it is. The same link is taken once.
 */
export function pastedLinks(text: string): string[] {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const links = [...new Set(lines)]
  return links.length > 1 && links.every((line) => LINK.test(line)) ? links : []
}
