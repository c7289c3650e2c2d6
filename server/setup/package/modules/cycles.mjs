/**
 * Puts things into groups: those that need each other, directly or through others, are in one. What is in no cycle is a group of
 * its own.
 * @param {ReadonlyMap<string, readonly string[]>} needs What each thing needs. What has no entry itself is left out.
 * @returns {string[][]}
 */
export function groupByCycle(needs) {
  /** @type {Map<string, number>} */
  const order = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {Set<string>} */
  const isOpen = new Set()
  /** @type {string[][]} */
  const groups = []

  /**
   * Returns the earliest of what is open that a thing leads to, which is itself unless it is in a cycle with an earlier one.
   * @param {string} name
   * @returns {number}
   */
  function visit(name) {
    const own = order.size
    order.set(name, own)
    const position = open.push(name) - 1
    isOpen.add(name)
    let earliest = own
    for (const next of needs.get(name) ?? []) {
      if (!needs.has(next)) continue
      const known = order.get(next)
      if (known === undefined) earliest = Math.min(earliest, visit(next))
      else if (isOpen.has(next)) earliest = Math.min(earliest, known)
    }
    if (earliest === own) {
      const group = open.splice(position)
      for (const one of group) isOpen.delete(one)
      groups.push(group)
    }
    return earliest
  }

  for (const name of needs.keys()) if (!order.has(name)) visit(name)
  return groups
}
