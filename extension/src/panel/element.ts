type Attributes = Record<string, string | boolean | (() => void) | undefined>

/**
 * An element with attributes and children. `true` sets an attribute without a value, `false` and undefined leave it out, and a
 * function listens to the event of that name. Text is never read as HTML.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value)
    else if (value === true) made.setAttribute(key, '')
    else if (typeof value === 'string') made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

/** A link that opens a page of the server in a tab. */
export function outsideLink(href: string, text: string, className: string): HTMLAnchorElement {
  return element('a', { href, target: '_blank', rel: 'noreferrer', class: className }, text)
}
