import type { MarkedToken, Token, Tokens } from 'marked'
import type { Block, Example } from './page'
import { toInline } from './to-inline'

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
