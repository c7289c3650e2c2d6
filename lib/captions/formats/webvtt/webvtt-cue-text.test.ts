import { describe, expect, test } from 'vitest'
import { webvttCueText } from './webvtt-cue-text'

describe('webvttCueText', () => {
  test.each([
    ['plain', 'plain'],
    ['a<b>b</b><i.x.y>c</i>d', 'abcd'],
    ['<v.loud Ann &gt; Bob>hello', 'hello'],
    ['<lang en-GB>colour</lang>', 'colour'],
    ['<unknown>kept</unknown> <rt>kept too</rt>', 'kept kept too'],
    ['</b>a</i></>b<>c', 'abc'],
    ['3 < 5 and 7 > 6', '3 < 5 and 7 > 6'],
    ['I <3 you, <i>really</i> <_<', 'I <3 you, really <_<'],
    ['he <laughs> it < / b >off', 'he <laughs> it off'],
    ['< i >spaced< / i > <sub>2</sub>', 'spaced 2'],
    ['3 &lt; 5 &gt; 2', '3 < 5 > 2'],
    ['AT&T &ampx &notit; &nosuch;', 'AT&T &x ¬it; &nosuch;'],
    ['&#0;&#x41;&#128;&hellip;&CounterClockwiseContourIntegral;', '\ufffdA€…∳'],
    ['&am<b>p;', '&amp;'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['a\n<b\nc>d', 'a\nd'],
    ['end<', 'end<'],
    ['end<b', 'end'],
    ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>だ', '漢(かん)字(じ)だ'],
    ['<ruby>漢<rt><b>かん</b></ruby>だ', '漢(かん)だ'],
    ['<ruby>漢<rt>かん', '漢(かん)'],
    ['<ruby>漢<rt></rt></ruby>', '漢'],
    ['<00:00:99.000>a<0>b<1:00:00.0000>c', 'abc'],
  ])('%j is %j', (payload, text) => expect(webvttCueText(payload, 0, 1000)).toEqual({ text }))

  test('timestamps make words of the text between them', () => {
    expect(webvttCueText('Hello<00:00:01.500><c> big</c><00:01.800><c> world</c>', 1000, 3000)).toEqual({
      text: 'Hello big world',
      words: [
        { startMs: 1000, endMs: 1500, text: 'Hello' },
        { startMs: 1500, endMs: 1800, text: 'big' },
        { startMs: 1800, endMs: 3000, text: 'world' },
      ],
    })
  })

  test('a line carried over from the cue before is a separate word', () => {
    const { words } = webvttCueText('said before\nnew<00:00:02.000> word', 1000, 3000)
    expect(words?.map((word) => [word.startMs, word.text])).toEqual([
      [1000, 'said before'],
      [1000, 'new'],
      [2000, 'word'],
    ])
  })

  test('timestamps outside the cue or out of order stay inside it, in order', () => {
    const { words } = webvttCueText('a<00:09.000>b<00:01.500>c', 1000, 3000)
    expect(words).toEqual([
      { startMs: 1000, endMs: 3000, text: 'a' },
      { startMs: 3000, endMs: 3000, text: 'b' },
      { startMs: 3000, endMs: 3000, text: 'c' },
    ])
  })
})
