/** Whether somebody types there, so that a key or what is pasted is meant for it. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select')
}
