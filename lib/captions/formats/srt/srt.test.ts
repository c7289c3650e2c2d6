import { describe, expect, test } from 'vitest'
import { MAX_CUES } from '../../caption-limits'
import { parseSrt } from './srt'

const T1 = '00:00:01,000 --> 00:00:02,000'
const T2 = '00:00:03,000 --> 00:00:04,000'
const T3 = '00:00:05,000 --> 00:00:06,000'
const texts = (srt: string) => parseSrt(srt).cues.map((cue) => cue.text)
const times = (line: string) => parseSrt(`1\n${line}\nx\n`).cues.map((cue) => [cue.startMs, cue.endMs])

describe('parseSrt: text', () => {
  test.each<[string, string, string[]]>([
    ['a file as it should be', `1\n${T1}\none\ntwo\n\n2\n${T2}\nthree\n`, ['one\ntwo', 'three']],
    ['CRLF', `1\r\n${T1}\r\none\r\n\r\n2\r\n${T2}\r\ntwo\r\n`, ['one', 'two']],
    ['CR alone', `1\r${T1}\rone\r\r2\r${T2}\rtwo`, ['one', 'two']],
    ['every line end doubled', `1\n\n${T1}\n\none\n\n2\n\n${T2}\n\ntwo\n\n`, ['one', 'two']],
    ['byte order mark', `\ufeff1\n${T1}\none`, ['one']],
    ['no counters', `${T1}\none\n\n${T2}\ntwo`, ['one', 'two']],
    ['no blank line between cues', `1\n${T1}\none\n2\n${T2}\ntwo`, ['one', 'two']],
    ['no counters and no blank lines', `${T1}\none\n${T2}\ntwo`, ['one', 'two']],
    ['a blank line inside a cue', `1\n${T1}\none\n\nmore\n\n2\n${T2}\ntwo`, ['one\nmore', 'two']],
    ['lines of white space between cues', `1\n${T1}\none\n \t\n2\n${T2}\ntwo`, ['one', 'two']],
    ['a text that is a number', `1\n${T1}\n42\n\n2\n${T2}\n1984\n`, ['42', '1984']],
    ['a number as last line, no counters', `${T1}\nin\n1984\n\n${T2}\ntwo`, ['in\n1984', 'two']],
    ['a number right above the next counter', `1\n${T1}\nin\n1984\n2\n${T2}\ntwo`, ['in\n1984', 'two']],
    ['a number where one counter is missing', `1\n${T1}\nin\n1984\n${T2}\ntwo`, ['in\n1984', 'two']],
    ['counters that start anywhere', `7\n${T1}\none\n\n3\n${T2}\ntwo`, ['one', 'two']],
    ['an empty cue', `1\n${T1}\n\n2\n${T2}\ntwo`, ['', 'two']],
    ['no line end at the end', `1\n${T1}\none`, ['one']],
    ['blank lines before the first cue', `\n\n\n1\n${T1}\none`, ['one']],
    ['tags', `1\n${T1}\n<i>one</i> <FONT color="#fff">two</FONT> <b>three`, ['one two three']],
    ['a line break as a tag', `1\n${T1}\none<br/>two`, ['one\ntwo']],
    ['positions in braces', `1\n${T1}\n{\\an8}{\\pos(1,2)}one {b}two{/b}`, ['one two']],
    ['signs that are no tags', `1\n${T1}\n3 < 5 > 2, I <3 you, {sic}, a<d>`, ['3 < 5 > 2, I <3 you, {sic}, a<d>']],
    [
      'character references, once',
      `1\n${T1}\nTom &amp; &#39;Jerry&#39; &amp;lt; AT&T &copy`,
      ["Tom & 'Jerry' &lt; AT&T &copy"],
    ],
    ['coordinates after the times', `1\n${T1} X1:100 X2:200 Y1:300 Y2:400\none`, ['one']],
    ['text after the times', `1\n${T1} one\ntwo`, ['one\ntwo']],
    ['an arrow in the text', `1\n${T1}\na --> b\n-->\n\n2\n${T2}\ntwo`, ['a --> b\n-->', 'two']],
    ['word times of converted captions', `1\n${T1}\nso<00:00:01.500><c> now</c>`, ['so now']],
    ['a WebVTT file without its signature', '00:01.000 --> 00:02.000 align:start\none', ['one']],
    ['counters with many digits', `12345678901234\n${T1}\none\n\n12345678901235\n${T2}\ntwo`, ['one', 'two']],
    ['counters with signs', `#1\n${T1}\none\n\n2.\n${T2}\ntwo\n\n-3\n${T3}\nthree`, ['one', 'two', 'three']],
    ['marks around counters', `1\n${T1}\none\n\u200e2\u200e\n\u202b${T2}\u202c\ntwo`, ['one', 'two']],
    ['counters on the lines with times', `1 ${T1}\none\n\n2 ${T2}\n1984\n3 ${T3}\nx`, ['one', '1984', 'x']],
    ['an escaped arrow between others', `1\n${T1}\none\n\n2\n${T2.replace('>', '&gt;')}\ntwo`, ['one', 'two']],
    ['spaced tags', `1\n${T1}\n< i >one< / i > a < i`, ['one a < i']],
    ['tags that are closed', `1\n${T1}\nH<sub>2</sub>O</xyz> <laughs> a<d>`, ['H2O <laughs> a<d>']],
    ['other codes in braces', `1\n${T1}\n{y:i}one{c:$0000ff} {a:b}`, ['one {a:b}']],
    ['line breaks of another format', `1\n${T1}\none\\Ntwo`, ['one\ntwo']],
    ['paths', `1\n${T1}\nC:\\New \\\\host\\Notes`, ['C:\\New \\\\host\\Notes']],
    ['a schedule with arrows', `1\n${T1}\n9:00 → 10:30 talk`, ['9:00 → 10:30 talk']],
    ['no cues', 'Dear all,\n\nsee you at 10:00 --> room 5.\n', []],
    ['nothing', '', []],
  ])('%s', (_, srt, expected) => expect(texts(srt)).toEqual(expected))
})

describe('parseSrt: times', () => {
  test.each<[string, number, number]>([
    ['00:00:01,000 --> 00:00:02,500', 1000, 2500],
    ['00:00:01.000 --> 00:00:02.500', 1000, 2500],
    ['00:00:01:000 --> 00:00:02:500', 1000, 2500],
    ['00:00:01 --> 00:00:02', 1000, 2000],
    ['00:00:01,5 --> 00:00:02,25', 1500, 2250],
    ['00:00:01,123456 --> 00:00:02,999999', 1123, 2999],
    ['0:0:1,000 --> 0:0:2,000', 1000, 2000],
    ['00:01,000 --> 00:02,000', 1000, 2000],
    ['100:00:00,000 --> 1234:00:00,001', 360_000_000, 4_442_400_001],
    ['00:00:60,000 --> 00:61:00,000', 60_000, 3_660_000],
    ['-00:00:01,000 --> 00:00:02,000', 0, 2000],
    ['00:00:01,000-->00:00:02,000', 1000, 2000],
    ['00:00:01,000 -> 00:00:02,000', 1000, 2000],
    ['00:00:01,000 -- > 00:00:02,000', 1000, 2000],
    ['  00: 00: 01, 000 --> 00: 00: 02, 000  ', 1000, 2000],
    ['00：00：01，000 --> 00：00：02，000', 1000, 2000],
    ['00:00:05,000 --> 00:00:02,000', 5000, 2000],
    ['\u00a000:00:01,000\u00a0-->\u00a000:00:02,000\u00a0', 1000, 2000],
    ['\u200f00:00:01,000 --> \ufeff00:00:02,000\u200f', 1000, 2000],
    ['00.00.01,000 --> 00.00.02,000', 1000, 2000],
    ['00.00.01.000 --> 00.00.02.000', 1000, 2000],
    ['00:00:01;000 --> 00:00:02;000', 1000, 2000],
    ["00:00:01'000 --> 00:00:02`000", 1000, 2000],
    ['00:00:01,,000 --> 00:00:02,,000', 1000, 2000],
    ['00:00:01,000 --&gt; 00:00:02,000', 1000, 2000],
    ['00:00:01,000 → 00:00:02,000', 1000, 2000],
    ['００：００：０１，０００ --> ００：００：０２，０００', 1000, 2000],
    ['٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠', 1000, 2000],
    ['00:00:01٫5 --> 00:00:02٫25', 1500, 2250],
    ['1,000 --> 2,5', 1000, 2500],
    ['120:00,000 --> 121:00,000', 7_200_000, 7_260_000],
    ['1 00:00:01,000 --> 00:00:02,000', 1000, 2000],
  ])('%s', (line, startMs, endMs) => expect(times(line)).toEqual([[startMs, endMs]]))
})

describe('parseSrt: what it leaves out', () => {
  test('a cue with unreadable times is counted, and spoils no other', () => {
    const { cues, dropped } = parseSrt(`1\n${T1}\none\n\n2\n00:00:O2,000 --> 00:00:03,000\nlost\n\n3\n${T2}\nthree`)
    expect(cues.map((cue) => cue.text)).toEqual(['one', 'three'])
    expect(dropped).toBe(1)
  })

  test.each(['1.2.3 -> 1.2.4', '10.0.0.1 --> 10.0.0.9', '1.5 -> 2.5', '4 --> 5'])('%s is no time', (line) => {
    expect(parseSrt(`1\n${T1}\n${line}`)).toMatchObject({ cues: [{ text: line }], dropped: 0 })
  })

  test('no more cues than the bound', () => {
    const { cues, dropped } = parseSrt(`${T1}\nx\n\n`.repeat(MAX_CUES + 2))
    expect([cues.length, dropped]).toEqual([MAX_CUES, 2])
  })
})
