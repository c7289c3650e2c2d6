/** The playback speeds that are offered. 1 is the recorded speed. */
export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** The next faster (`by` 1) or slower (`by` -1) speed that is offered; the present one at the end of the list. */
export function nextRate(rate: number, by: 1 | -1): number {
  const further = by > 0 ? RATES.find((one) => one > rate) : RATES.findLast((one) => one < rate)
  return further ?? rate
}
