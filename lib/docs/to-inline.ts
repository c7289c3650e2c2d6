import type { MarkedToken, Token } from 'marked'
import type { Inline } from './page'

/** The tokens of a line as the few kinds that pages are made of. Throws on what they have no place for, such as HTML. */
export function toInline(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((one): Inline[] => {
    const token = one as MarkedToken
    switch (token.type) {
      case 'text':
        return token.tokens ? toInline(token.tokens) : [{ kind: 'text', text: token.text }]
      case 'escape':
        return [{ kind: 'text', text: token.text }]
      case 'codespan':
        return [{ kind: 'code', text: token.text }]
      case 'strong':
      case 'em':
        return [{ kind: token.type, children: toInline(token.tokens) }]
      case 'link':
        return [{ kind: 'link', href: token.href, children: toInline(token.tokens) }]
      case 'br':
        return [{ kind: 'break' }]
      default:
        throw new Error(`the documentation has no place for ${token.type}: ${token.raw}`)
    }
  })
}
