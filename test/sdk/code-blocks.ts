/** The examples of a README in one language, each with the heading that it stands under. */
export function codeBlocks(markdown: string, language: string): { heading: string; code: string }[] {
  return markdown.split(/^#+ /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    const blocks = [...section.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)]
    return blocks.flatMap(([, name, code = '']) => (name === language ? [{ heading, code }] : []))
  })
}
