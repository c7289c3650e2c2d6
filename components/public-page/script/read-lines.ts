import type { Line } from '@/components/transcript-viewer/viewer-item'

/** The lines of a text as they stand in the page; when each begins, in seconds, is in the data beside it. */
export function readLines(text: Element): Pick<Line, 'start' | 'text'>[] {
  const starts = document.querySelector<HTMLDataElement>('data[data-starts]')?.value.split(' ').map(Number) ?? []
  return Array.from(text.querySelectorAll('[data-line]'), (line, index) => ({
    start: starts[index] ?? 0,
    text: line.textContent ?? '',
  }))
}
