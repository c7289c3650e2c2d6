import { classes } from '@/components/ui/classes'
import type { Block, Section } from '@/lib/docs/page'
import { BlockList } from './block-list'
import { ExampleGroup } from './example-group'
import { isFieldTable } from './field-list'
import { InlineText } from './inline-text'

const HEADING_CLASSES = { 2: 'text-xl font-semibold tracking-tight', 3: 'text-base font-semibold' }

function SectionHeading({ section: { id, depth, title } }: { section: Section }) {
  const Heading = depth === 2 ? 'h2' : 'h3'
  return (
    <Heading className={`wrap-anywhere ${depth === 2 ? HEADING_CLASSES[2] : HEADING_CLASSES[3]}`}>
      <a href={`#${id}`} className="rounded-sm underline-offset-4 group-target/section:bg-wash hover:underline">
        <InlineText line={title} />
      </a>
    </Heading>
  )
}

/** Wide tables get the full width, with the examples below: in half the width, three columns would wrap too much. */
function isWideTable(block: Block): boolean {
  return block.kind === 'table' && block.header.length > 2 && !isFieldTable(block.header)
}

/** A section of a page: its text, and beside it what can be run. */
export function DocSection({ section, chosen }: { section: Section; chosen: string }) {
  const { id, depth, text, examples } = section
  const beside = examples.length > 0 && !text.some(isWideTable)
  const grid = beside ? 'grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_26rem]' : 'space-y-6'
  const rule = depth === 2 ? 'border-t border-hairline pt-8' : ''
  return (
    <section {...(id ? { id } : {})} className={`group/section scroll-mt-6 ${rule} ${grid}`}>
      <div className="min-w-0 space-y-4">
        {id && <SectionHeading section={section} />}
        <BlockList blocks={text} />
      </div>
      {examples.length > 0 && (
        <div className={classes('min-w-0 space-y-4', beside && 'xl:sticky xl:top-6 xl:self-start print:static')}>
          {examples.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the examples of a page never change places
            <ExampleGroup key={index} examples={group} name={`${id}-${index}`} chosen={chosen} />
          ))}
        </div>
      )}
    </section>
  )
}
