import { marked } from 'marked'
import { type Block, type Example, type Inline, type Page, plainText, type Section } from './page'
import { toBlocks } from './to-blocks'

/** Headings down to this depth begin a section of their own. */
const SECTION_DEPTH = 3
const CALLS = new Set(['sh', 'ts', 'python'])
const ANCHOR = / \{#([\w.-]{1,80})\}$/

/** The anchor of a heading, as GitHub makes it. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Takes the anchor that a heading names (`{#anchor}`) off its end. */
function splitAnchor(line: Inline[]): { id: string; title: Inline[] } {
  const last = line.at(-1)
  const found = last?.kind === 'text' ? ANCHOR.exec(last.text) : null
  if (!found || last?.kind !== 'text') return { id: slugOf(plainText(line)), title: line }
  const rest = last.text.slice(0, found.index)
  return { id: found[1] ?? '', title: [...line.slice(0, -1), ...(rest ? [{ ...last, text: rest }] : [])] }
}

/** Adds an example: to the group before it when that is the same call in other languages. */
function addExample(section: Section, example: Example, follows: boolean): void {
  const group = section.examples.at(-1)
  const joins =
    follows &&
    CALLS.has(example.language) &&
    group?.every(({ language }) => CALLS.has(language) && language !== example.language)
  if (group && joins) group.push(example)
  else section.examples.push([example])
}

function toSections(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ id: '', depth: 1, title: [], text: [], examples: [] }]
  let wasExample = false
  for (const block of blocks) {
    const section = sections.at(-1)
    if (block.kind === 'heading' && block.depth <= SECTION_DEPTH) {
      sections.push({ ...splitAnchor(block.children), depth: block.depth, text: [], examples: [] })
    } else if (section && block.kind === 'example') addExample(section, block, wasExample)
    else section?.text.push(block)
    wasExample = block.kind === 'example'
  }
  return sections.filter(({ id, text, examples }) => id || text.length > 0 || examples.length > 0)
}

/**
 * A page of Markdown: `# Title`, a paragraph that says what it is about, then sections. Throws where it has no title or
 * description, or two headings have one anchor.
 */
export function parsePage(slug: string, markdown: string): Page {
  const [heading, lead, ...blocks] = toBlocks(marked.lexer(markdown))
  if (heading?.kind !== 'heading' || heading.depth !== 1 || lead?.kind !== 'paragraph') {
    throw new Error(`the page "${slug}" begins with no title and description`)
  }
  const sections = toSections(blocks)
  const twice = sections.find(({ id }, index) => sections.findIndex((other) => other.id === id) !== index)
  if (twice) throw new Error(`the page "${slug}" has two anchors "${twice.id}"`)
  return { slug, title: plainText(heading.children), description: plainText(lead.children), sections }
}
