/** What no link contains and texts put right behind one. */
const STOP = /[\s"<>`「」『』【】《》（），。；！？、“”«»]/
const PUNCTUATION = ".,;:!?'’*|"
const OPENER_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const AUTHORITY = /^(?:[a-z]{2,20}:)?\/{0,2}[^/?#"<>`\s]{0,300}/i
const FILE_NAME =
  /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|flac|wav|mp4|m4v|mov|mkv|webm|avi|mpe?g|ts|srt|vtt|ttml|ass|json|xml|rss)$/i

/** Whether a link ends as a media, caption or feed file does. */
export function endsAsFile(link: string): boolean {
  return FILE_NAME.test(link)
}

function count(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return counts
}

/** Cuts off what follows a link in a text: quotes, brackets that were opened before it, the sentence's punctuation. */
export function cutEnd(link: string): string {
  if (endsAsFile(link)) return link
  const authority = AUTHORITY.exec(link)?.[0].length ?? 0
  const stop = link.slice(authority).search(STOP)
  let end = stop < 0 ? link.length : authority + stop
  const counts = count(link.slice(0, end))
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    const opener = OPENER_OF[last]
    const closed = counts.get(last) ?? 0
    if (opener === undefined ? !PUNCTUATION.includes(last) : closed <= (counts.get(opener) ?? 0)) break
    counts.set(last, closed - 1)
  }
  return link.slice(0, end)
}
