const FENCE = /^[ \t]{0,8}(?:`{3,}|~{3,})[ \t]{0,8}[\w-]{0,20}[ \t]{0,8}$/m
/** More text before a block is a page that shows one. */
const HEAD_LENGTH = 600
const ARROW = '-->'

/** The content of the fenced blocks of Markdown, if a file begins with one, maybe after a few words: assistants send files so. */
export function unfenced(text: string): string {
  const [head = ''] = text.slice(0, HEAD_LENGTH).split(ARROW, 1)
  if (!FENCE.test(head)) return text
  const parts = text.split(new RegExp(FENCE, 'gm'))
  return parts
    .filter((_, index) => index % 2 === 1)
    .map((part) => part.replace(/^\r?\n/, ''))
    .join('\n')
}
