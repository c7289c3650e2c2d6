import { Fragment } from 'react'
import type { Inline } from '@/lib/docs/page'

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.85em] wrap-anywhere">{part.text}</code>
    case 'strong':
      return (
        <strong className="font-medium">
          <InlineText line={part.children} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <InlineText line={part.children} />
        </em>
      )
    case 'link':
      return (
        <a href={part.href} {...(part.id ? { id: part.id } : {})} className="link">
          <InlineText line={part.children} />
        </a>
      )
    case 'break':
      return <br />
  }
}

/** A line of a page of the documentation. */
export function InlineText({ line }: { line: readonly Inline[] }) {
  return line.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change places
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))
}
