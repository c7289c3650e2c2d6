import type { MarkedToken, Token, Tokens } from 'marked'
import type { Block, Example, Inline } from './page'

const LABELS: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
  text: 'Text',
}

/** A fence: its language, then `run`, then the name it is shown under. */
function toExample({ lang = '', text }: Tokens.Code): Example {
  const [, language = 'text', run, label] = /^(\S+)( run)?(?: (.+))?$/.exec(lang) ?? []
  return { kind: 'example', language, label: label ?? LABELS[language] ?? language, code: text, run: Boolean(run) }
}

function toTable({ header, rows }: Tokens.Table): Block {
  return {
    kind: 'table',
    header: header.map(({ tokens }) => toInline(tokens)),
    rows: rows.map((row) => row.map(({ tokens }) => toInline(tokens))),
  }
}

/** A link; a title such as `"#name"` makes it an anchor of that name. */
function toLink({ href, title, tokens }: Tokens.Link): Inline {
  const id = /^#([\w.-]{1,80})$/.exec(title ?? '')?.[1]
  return { kind: 'link', href, ...(id ? { id } : {}), children: toInline(tokens) }
}

/** Markdown's tokens as the few kinds of block that pages are made of. Throws on any other kind. */
export function toBlocks(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((one): Block[] => {
    const token = one as MarkedToken
    switch (token.type) {
      case 'space':
        return []
      case 'paragraph':
        return [{ kind: 'paragraph', children: toInline(token.tokens) }]
      case 'text':
        return [{ kind: 'paragraph', children: toInline(token.tokens ?? [token]) }]
      case 'heading':
        return [{ kind: 'heading', depth: token.depth, children: toInline(token.tokens) }]
      case 'list':
        return [{ kind: 'list', ordered: token.ordered, items: token.items.map((item) => toBlocks(item.tokens)) }]
      case 'table':
        return [toTable(token)]
      case 'blockquote':
        return [{ kind: 'note', children: toBlocks(token.tokens) }]
      case 'code':
        return [toExample(token)]
      default:
        throw new Error(`the documentation has no place for ${token.type}: ${token.raw}`)
    }
  })
}

/** The tokens of a line as the few kinds that pages are made of. Throws on what they have no place for, such as HTML. */
function toInline(tokens: readonly Token[]): Inline[] {
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
        return [toLink(token)]
      case 'br':
        return [{ kind: 'break' }]
      default:
        throw new Error(`the documentation has no place for ${token.type}: ${token.raw}`)
    }
  })
}
