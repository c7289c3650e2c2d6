import type { Block } from '@/lib/docs/page'
import { DocTable } from './doc-table'
import { ExampleGroup } from './example-group'
import { InlineText } from './inline-text'

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="max-w-[68ch]">
          <InlineText line={block.children} />
        </p>
      )
    case 'heading':
      return (
        <h4 className="pt-2 text-sm font-medium">
          <InlineText line={block.children} />
        </h4>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List className={`max-w-[68ch] space-y-1.5 pl-5 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a page never change places
            <li key={index} className="space-y-2 marker:text-soft">
              <BlockList blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <DocTable header={block.header} rows={block.rows} />
    case 'note':
      return (
        <aside className="max-w-[68ch] space-y-2 border-l-2 border-outline pl-4 text-soft">
          <BlockList blocks={block.children} />
        </aside>
      )
    case 'example':
      return <ExampleGroup examples={[block]} name={block.code} chosen="" />
  }
}

/** What a section of a page says. */
export function BlockList({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
    <OneBlock key={index} block={block} />
  ))
}
