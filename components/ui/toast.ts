type Notice = { kind: 'success' | 'error'; text: string }

let show: ((notice: Notice) => void) | null = null
const waiting: Notice[] = []

function notify(notice: Notice): void {
  if (show) show(notice)
  else waiting.push(notice)
}

/** Short notices of what came of something, at the corner of the page. */
export const toast = {
  success: (text: string) => notify({ kind: 'success', text }),
  error: (text: string) => notify({ kind: 'error', text }),
}

/** Has notices shown by `how` from now on, those first that came before it was there. */
export function showToasts(how: (notice: Notice) => void): void {
  show = how
  for (const notice of waiting.splice(0)) how(notice)
}
