/**
 * The tags that a lookup for a canonical tag tries one after the other: the tag, then without its last subtag, and so on;
 * a single letter goes with what it introduces (`zh-Hant-CN-x-private` is followed by `zh-Hant-CN`).
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function languageRanges(tag: string): string[] {
  const subtags = tag.split('-')
  const ranges: string[] = []
  while (subtags.length > 0) {
    ranges.push(subtags.join('-'))
    subtags.pop()
    while (subtags.at(-1)?.length === 1) subtags.pop()
  }
  return ranges
}
