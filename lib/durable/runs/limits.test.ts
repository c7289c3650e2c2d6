import { expect, test } from 'vitest'
import { tooManySteps } from './limits'

test('a run may take a thousand steps and no more', () => {
  expect(tooManySteps(1000)).toBeNull()
  expect(tooManySteps(1001)).toMatchObject({ name: 'TooManyStepsError' })
})
