import { describe, expect, test } from 'vitest'
import { assText, parseAss } from './ass'

const HEAD = [
  '[Script Info]',
  '; a comment',
  'ScriptType: v4.00+',
  '',
  '[V4+ Styles]',
  'Format: Name, Fontname',
  'Style: Default,Arial',
  '',
]
const V4_PLUS = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
const ass = (...events: string[]) => [...HEAD, '[Events]', ...events].join('\r\n')
const dialogue = (text: string) => `Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,${text}`
const cue = { startMs: 1000, endMs: 2500 }

describe('parseAss', () => {
  test.each<[string, string, { cues: unknown[]; dropped: number }]>([
    [
      'text with commas',
      ass(V4_PLUS, dialogue('Well, yes, {\\i1}no{\\i0}\\Nmaybe')),
      { cues: [{ ...cue, text: 'Well, yes, no\nmaybe' }], dropped: 0 },
    ],
    ['no format line', ass(dialogue('a, b')), { cues: [{ ...cue, text: 'a, b' }], dropped: 0 }],
    [
      'another order',
      ass('Format: Start, Text', 'Format: End, Start, Text', 'Dialogue: 0:00:02.50,0:00:01.00,a, b'),
      { cues: [{ ...cue, text: 'a, b' }], dropped: 0 },
    ],
    [
      'SSA',
      ass(
        'Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
        'Dialogue: Marked=0,0:00:01.00,0:00:02.50,*Default,NTP,0000,0000,0000,!Effect,a',
      ),
      { cues: [{ ...cue, text: 'a' }], dropped: 0 },
    ],
    [
      'comments',
      ass(V4_PLUS, dialogue('a').replace('Dialogue', 'Comment'), '; b', dialogue('c')),
      { cues: [{ ...cue, text: 'c' }], dropped: 0 },
    ],
    ['drawings', ass(V4_PLUS, dialogue('{\\an7\\p1}m 0 0 l 100 0 100 100{\\p0}')), { cues: [], dropped: 0 }],
    [
      'fractions of other lengths',
      ass('Dialogue: 0,0:00:01.0,0:00:02.500,,,,,,,a'),
      { cues: [{ ...cue, text: 'a' }], dropped: 0 },
    ],
    [
      'hours',
      ass('Dialogue: 0,10:00:00.00,10:00:00.01,,,,,,,a'),
      { cues: [{ startMs: 36_000_000, endMs: 36_000_010, text: 'a' }], dropped: 0 },
    ],
    [
      'unreadable times and missing fields',
      ass('Dialogue: 0,soon,0:00:02.50,,,,,,,a', 'Dialogue: 0,0:00:01.00', dialogue('b')),
      { cues: [{ ...cue, text: 'b' }], dropped: 2 },
    ],
    [
      'what follows the events',
      ass(dialogue('a'), '', '[Fonts]', dialogue('b')),
      { cues: [{ ...cue, text: 'a' }], dropped: 0 },
    ],
    ['other cases, a mark', `\ufeff${ass(dialogue('a')).toLowerCase()}`, { cues: [{ ...cue, text: 'a' }], dropped: 0 }],
    [
      'indented lines and a negative start',
      `  [Events]\n  ${V4_PLUS}\n\t${dialogue('a').replace('0:00:01.00', '-0:00:01.00')}`,
      { cues: [{ startMs: 0, endMs: 2500, text: 'a' }], dropped: 0 },
    ],
    [
      'lines that continue',
      ass(V4_PLUS, dialogue('a\\'), 'b', dialogue('c').replace('Dialogue', 'Comment'), 'd', '', 'e'),
      { cues: [{ ...cue, text: 'a\nb' }], dropped: 0 },
    ],
    ['a second section of events', `[Second Events]\n${dialogue('a')}`, { cues: [{ ...cue, text: 'a' }], dropped: 0 }],
    ['no sections', dialogue('a'), { cues: [{ ...cue, text: 'a' }], dropped: 0 }],
    [
      'text before the times',
      ass('Format: Style, Text, Start, End', 'Dialogue: x,a, b,0:00:01.00,0:00:02.50'),
      { cues: [{ ...cue, text: 'a, b' }], dropped: 0 },
    ],
    ['no events', HEAD.join('\n'), { cues: [], dropped: 0 }],
  ])('reads %s', (_, text, expected) => expect(parseAss(text)).toEqual(expected))
})

test.each<[string, string]>([
  ['{\\pos(1,2)\\fad(1,2)}a{b}c', 'ac'],
  ['a\\hb\\nc\\Nd', 'a\u00a0b\nc\nd'],
  ['a {b', 'a {b'],
  ['a} b', 'a} b'],
  ['a{\\p1}m 0 0{\\p0}b', 'ab'],
  ['a{\\p4}m 0 0{\\i1}l 5 5', 'a'],
  ['{\\p0}a{\\pbo5}b{\\p1\\p0}c', 'abc'],
  ['C:\\x', 'C:\\x'],
  ['{}', ''],
])('assText(%j)', (text, plain) => expect(assText(text)).toBe(plain))
