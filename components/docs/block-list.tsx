import { classes } from '@/components/ui/classes'
import { type Block, type Inline, plainText } from '@/lib/docs/page'
import { ExampleGroup } from './example-group'
import { FieldList, isFieldTable } from './field-list'
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

/** The blocks of a section: paragraphs, lists, tables and examples. */
export function BlockList({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
    <OneBlock key={index} block={block} />
  ))
}

type Props = { header: readonly Inline[][]; rows: readonly (readonly Inline[][])[] }

/** A longer text is no name and may be broken. */
const NAME_LENGTH = 16

/** On a phone, where the table's header is hidden, each cell shows the name of its column. */
const LABELLED = 'max-sm:before:text-soft max-sm:before:content-[attr(data-column)":_"] max-sm:empty:hidden'

/** A table; on a phone its cells stand below each other. */
function DocTable({ header, rows }: Props) {
  if (isFieldTable(header)) return <FieldList rows={rows} />
  return (
    <table className="w-full border-collapse text-sm max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          {header.map((cell) => (
            <th
              key={plainText(cell)}
              scope="col"
              className="border-b border-outline py-2 pe-4 text-start align-bottom font-medium first-letter:uppercase"
            >
              <InlineText line={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr key={row.map(plainText).join()} className="border-b border-hairline max-sm:block max-sm:py-2">
            {row.map((cell, column) => (
              <td
                key={plainText(header[column] ?? [])}
                data-column={plainText(header[column] ?? [])}
                className={classes(
                  'py-2 pe-4 align-top max-sm:block max-sm:py-0.5',
                  column === 0 ? 'max-sm:font-medium' : header.length > 2 && LABELLED,
                  plainText(cell).length <= NAME_LENGTH && 'sm:whitespace-nowrap',
                )}
              >
                <InlineText line={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
