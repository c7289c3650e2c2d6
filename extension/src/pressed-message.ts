import { isRecord } from './is-record'

/** The worker's message to an open panel when the toolbar button is pressed again. */
export function pressedMessage(tabId: number): { pressed: number } {
  return { pressed: tabId }
}

/** Whether a message is the worker's, about this tab. A script in a page has a tab: it must not start a request. */
export function isPressed(message: unknown, sender: ChromeSender, tabId: number): boolean {
  return sender.tab === undefined && isRecord(message) && message.pressed === tabId
}
