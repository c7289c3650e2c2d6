import { expect, test } from 'vitest'
import { MODELS } from '@/lib/speech/models/manifest'
import { FETCH_MODEL } from './engine-help'

test('the model that is offered is the best there is', () => {
  expect(FETCH_MODEL.split(' ').at(-1)).toBe(MODELS[0]?.name)
})
