import { expect, test } from 'vitest'
import { parsePocketsphinxWords } from './parse-pocketsphinx-words'

test('leaves out sentences, pauses and noises, and cuts alternates', () => {
  const output = `what our(3) people
<s> 5.300 5.340 0.999200
what 5.350 5.600 0.285662
++UH++ 5.600 5.700 0.2
our(3) 5.710 5.850 1e-05
<sil> 5.860 5.900 0.6
[NOISE] 5.900 5.950 0.6
people 6.000 6.420 0.473555
</s> 6.430 6.670 0.028595
`
  expect(parsePocketsphinxWords(output)).toEqual([
    { startMs: 5350, endMs: 5600, text: 'what' },
    { startMs: 5710, endMs: 5850, text: 'our' },
    { startMs: 6000, endMs: 6420, text: 'people' },
  ])
})

test('no output is no words', () => {
  expect(parsePocketsphinxWords('')).toEqual([])
  expect(parsePocketsphinxWords('{"b":0.000,"d":0.010,"p":1.000,"t":"","w":[]}\n')).toEqual([])
})
