import { expect, test } from 'vitest'
import { limitsOf, SCRIPT_LIMITS } from './script-limits'

const { japanese, chinese, korean, other } = SCRIPT_LIMITS

test.each([
  ['', other],
  ['plain text', other],
  ['Добрый вечер', other],
  ['今日は映画の話をします。', japanese],
  ['カタカナ', japanese],
  ['ﾊﾝｶｸ', japanese],
  ['今天我们要谈电影。', chinese],
  ['第一の品牌与它的所有用户和商店', chinese],
  ['안녕하세요, 여러분', korean],
  ['大韓民國 대한민국', korean],
  ['ㅋㅋㅋ', korean],
  // Words of five columns each, for which Japanese needs three characters and English five.
  ['かな、words', japanese],
  ['かな in a sentence of words', other],
  ['👩‍👩‍👧👩‍👩‍👧字', other],
])('%j has the limits of the script that most of its columns are in', (text, limits) => {
  expect(limitsOf(text)).toBe(limits)
})
