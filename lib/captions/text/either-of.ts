/** Names in a sentence, one of which is to be chosen: `a, b or c`. */
export function eitherOf(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}
