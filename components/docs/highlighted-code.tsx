import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'

hljs.registerLanguage('sh', bash)
hljs.registerLanguage('ts', typescript)
hljs.registerLanguage('python', python)
hljs.registerLanguage('json', json)

/** Code with its syntax in colour, coloured on the server: the browser gets only the styles in `app/docs/code.css`. */
export function HighlightedCode({ code, language }: { code: string; language: string }) {
  if (!hljs.getLanguage(language)) return <code>{code}</code>
  const { value } = hljs.highlight(code, { language })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js escapes the code, which is of this repository
  return <code dangerouslySetInnerHTML={{ __html: value }} />
}
