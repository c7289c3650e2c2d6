/** A stretch of a line. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  /** `id`: the link is an anchor itself. */
  | { kind: 'link'; href: string; id?: string; children: Inline[] }
  | { kind: 'break' }

/** Something to copy. `run`: it runs unchanged, and a test runs it. */
export type Example = { kind: 'example'; language: string; label: string; code: string; run: boolean }

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; depth: number; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'note'; children: Block[] }
  | Example

/** A heading with its text, and what can be run beside it: the same thing in several languages is one group. */
export type Section = {
  /** The anchor; empty for the text before the first heading. */
  id: string
  depth: number
  title: Inline[]
  text: Block[]
  examples: Example[][]
}

export type Page = {
  /** The address below /docs; empty for the first page. */
  slug: string
  title: string
  /** The first paragraph, plain. */
  description: string
  sections: Section[]
}

export type PageLink = { slug: string; title: string; description: string }
export type PageGroup = { title: string; pages: PageLink[] }

export function pageAddress(slug: string): string {
  return slug ? `/docs/${slug}` : '/docs'
}

/** The text of a line without its marks. */
export function plainText(line: readonly Inline[]): string {
  return line
    .map((part) => {
      if (part.kind === 'break') return ' '
      return 'text' in part ? part.text : plainText(part.children)
    })
    .join('')
}
