/** The jobs and imports whose end this tab announces. */
const wanted = new Set<string>()

/** Whether this browser knows notifications at all. */
export function hasBrowserNotices(): boolean {
  return typeof window !== 'undefined' && 'Notification' in window
}

/** Has this tab announce an end. Asks the person for permission, so it is called for a click only. Returns whether it may. */
export async function wantBrowserNotice(id: string): Promise<boolean> {
  const isAllowed = (await Notification.requestPermission()) === 'granted'
  if (isAllowed) wanted.add(id)
  return isAllowed
}

export function dropBrowserNotice(id: string): void {
  wanted.delete(id)
}

/** Announces an end, if that was wanted. A click on the notification shows the tab. */
export function announceInBrowser(id: string, title: string, body: string): void {
  if (!wanted.delete(id) || !hasBrowserNotices() || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body, tag: id })
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}
