/** An action of a notice, such as undo. */
export type NoticeAction = { label: string; onClick: () => void }

/** `id`: a later notice with the same id takes its place. `progress` stays until then. */
export type Notice = {
  kind: 'success' | 'error' | 'progress'
  text: string
  id?: string
  action?: NoticeAction
}

let show: ((notice: Notice) => void) | null = null
const waiting: Notice[] = []

function notify(notice: Notice): void {
  if (show) show(notice)
  else waiting.push(notice)
}

type Options = Pick<Notice, 'id' | 'action'>

/** Short notices of what came of something, at the corner of the page. */
export const toast = {
  success: (text: string, options: Options = {}) => notify({ kind: 'success', text, ...options }),
  error: (text: string, options: Options = {}) => notify({ kind: 'error', text, ...options }),
  progress: (text: string, id: string) => notify({ kind: 'progress', text, id }),
}

/** Sets the function that shows notices. Notices from before are shown first. */
export function showToasts(how: (notice: Notice) => void): void {
  show = how
  for (const notice of waiting.splice(0)) how(notice)
}
