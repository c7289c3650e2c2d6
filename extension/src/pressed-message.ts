import { isRecord } from './is-record'

/** What the worker tells an open panel when the toolbar button is pressed again. */
export function pressedMessage(tabId: number): { pressed: number } {
  return { pressed: tabId }
}

export function isPressed(message: unknown, tabId: number): boolean {
  return isRecord(message) && message.pressed === tabId
}
