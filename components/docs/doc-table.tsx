import { classes } from '@/components/ui/classes'
import { type Inline, plainText } from '@/lib/docs/page'
import { FieldList, isFieldTable } from './field-list'
import { InlineText } from './inline-text'

type Props = { header: readonly Inline[][]; rows: readonly (readonly Inline[][])[] }

/** What is no longer is a name, which is not to be broken. */
const NAME_LENGTH = 16

/** On a phone the name of its column stands before a cell: the head of the table is out of sight there. */
const LABELLED = 'max-sm:before:text-soft max-sm:before:content-[attr(data-column)":_"] max-sm:empty:hidden'

/** A table; on a phone its cells stand below each other. */
export function DocTable({ header, rows }: Props) {
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
