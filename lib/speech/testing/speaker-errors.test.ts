import { describe, expect, it } from 'vitest'
import { diarizationErrorRate } from './speaker-errors'

const turns = (...list: [label: string, startMs: number, endMs: number][]) =>
  list.map(([label, startMs, endMs]) => ({ label, startMs, endMs }))

const TRUTH = turns(['Ann', 0, 4000], ['Bob', 4000, 8000], ['Ann', 8000, 10_000])

describe('diarizationErrorRate', () => {
  it('is zero for the same turns by other labels', () => {
    expect(diarizationErrorRate(TRUTH, turns(['1', 0, 4000], ['0', 4000, 8000], ['1', 8000, 10_000]), 0)).toBe(0)
  })

  it('counts speech that is missed, given to another speaker and heard in silence', () => {
    expect(diarizationErrorRate(TRUTH, [], 0)).toBe(1)
    expect(diarizationErrorRate(TRUTH, turns(['0', 0, 10_000]), 0)).toBeCloseTo(0.4)
    expect(diarizationErrorRate(TRUTH, turns(['0', 0, 3000], ['1', 4000, 8000], ['0', 8000, 10_000]), 0)).toBeCloseTo(
      0.1,
    )
    expect(diarizationErrorRate(turns(['Ann', 0, 4000]), turns(['0', 0, 5000]), 0)).toBeCloseTo(0.25)
  })

  it('gives each label to one person only', () => {
    const split = turns(['0', 0, 4000], ['1', 4000, 8000], ['2', 8000, 10_000])
    expect(diarizationErrorRate(TRUTH, split, 0)).toBeCloseTo(0.2)
  })

  it('leaves out what is next to a change', () => {
    const late = turns(['0', 0, 4200], ['1', 4200, 8200], ['0', 8200, 10_000])
    expect(diarizationErrorRate(TRUTH, late, 0)).toBeCloseTo(0.04)
    expect(diarizationErrorRate(TRUTH, late, 250)).toBe(0)
  })
})
