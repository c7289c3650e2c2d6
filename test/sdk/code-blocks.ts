export type CodeBlock = { heading: string; label: string; code: string }

/** The examples of a README in one language, each with its heading and the word after the language. */
export function codeBlocks(markdown: string, language: string): CodeBlock[] {
  return markdown.split(/^#+ (?=[A-Z])/m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    const blocks = [...section.matchAll(/^```(\w+) ?([^\n]*)\n([\s\S]*?)^```$/gm)]
    return blocks.flatMap(([, name, label = '', code = '']) => (name === language ? [{ heading, label, code }] : []))
  })
}
