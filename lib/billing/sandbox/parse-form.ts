type Value = string | Value[] | { [name: string]: Value }
type Branch = { [name: string]: string | Branch }

function toValue(node: string | Branch): Value {
  if (typeof node === 'string') return node
  const entries = Object.entries(node)
  if (entries.length > 0 && entries.every(([name], index) => name === String(index))) {
    return entries.map(([, child]) => toValue(child))
  }
  return Object.fromEntries(entries.map(([name, child]) => [name, toValue(child)]))
}

/** A form in Stripe's manner: `items[0][price]=p` is `{ items: [{ price: 'p' }] }`. Every leaf is a string. */
export function parseForm(text: string): Record<string, Value> {
  const root: Branch = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let at = root
    for (const part of path) {
      const next = at[part]
      const branch: Branch = typeof next === 'object' ? next : Object.create(null)
      at[part] = branch
      at = branch
    }
    at[last] = value
  }
  return Object.fromEntries(Object.entries(root).map(([name, node]) => [name, toValue(node)]))
}
