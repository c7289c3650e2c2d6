import { createElement, Fragment, type ReactNode } from 'react'

/** A sentence with elements in it, its parts in the order in which its language has them (a function of a `words.ts`). */
export function Sentence({ parts }: { parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts)
}
