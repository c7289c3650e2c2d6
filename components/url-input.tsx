import type { ComponentProps } from 'react'

/** A field for a link: nothing that a keyboard or a browser would add to one. `text`, because a link may come without `https://`. */
export function UrlInput(rest: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="text"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={2048}
      {...rest}
    />
  )
}
