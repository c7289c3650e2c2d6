import { type Inline, plainText } from '@/lib/docs/page'
import { InlineText } from './inline-text'

/** Whether a table is one of fields, by its columns. */
export function isFieldTable(header: readonly Inline[][]): boolean {
  return header.map(plainText).join() === 'field,type,meaning'
}

/** The fields of an object: in a narrow column a table of them would be all line breaks. */
export function FieldList({ rows }: { rows: readonly (readonly Inline[][])[] }) {
  return (
    <dl className="divide-y divide-hairline border-y border-hairline text-sm">
      {rows.map(([name = [], type = [], meaning = []]) => (
        <div key={plainText(name)} className="py-2">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono text-xs font-medium wrap-anywhere">{plainText(name)}</code>
            <span className="text-xs text-soft">
              <InlineText line={type} />
            </span>
          </dt>
          <dd>
            <InlineText line={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
