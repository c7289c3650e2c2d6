import { describe, expect, test } from 'vitest'
import { parseCaptions } from '../../parse'
import { parseCaptionText } from '../../parse-caption-text'
import { parseScc } from './scc'

const file = (...lines: string[]) => `Scenarist_SCC V1.0\n\n${lines.join('\n\n')}\n`

/** Characters as pairs of bytes with odd parity, as encoders write them. */
function hex(text: string): string {
  const bytes = Array.from(text.length % 2 === 0 ? text : `${text}\0`, (character) => {
    const code = character.charCodeAt(0)
    const bits = code.toString(2).replaceAll('0', '').length
    return (bits % 2 === 0 ? code | 0x80 : code).toString(16).padStart(2, '0')
  })
  return bytes.join('').replace(/.{4}(?=.)/g, '$& ')
}

const [ENM, RCL, EOC, EDM, CR, RU2, RDC, BS] = ['94ae', '9420', '942f', '942c', '94ad', '9425', '9429', '94a1'].map(
  (code) => `${code} ${code}`,
)
const ROW_14 = '9440 9440'
const ROW_15 = '9470 9470'

const texts = (text: string) => parseScc(text).cues.map((cue) => cue.text)

describe('pop-on captions', () => {
  const first = `00:00:01:00\t${ENM} ${RCL} ${ROW_14} ${hex('Hello')} ${ROW_15} ${hex('there.')} ${EOC}`

  test('are shown from the end of their data until they are erased', () => {
    const { cues, dropped } = parseScc(file(first, `00:00:03:00\t${EDM}`))
    // 30 frames to the time code, and 14 pairs before the one that shows the caption.
    expect(cues).toEqual([{ startMs: Math.round((44 * 1001) / 30), endMs: 3003, text: 'Hello\nthere.' }])
    expect(dropped).toBe(0)
  })

  test('are shown until the next one, and a last one that nothing erases is kept', () => {
    const second = `00:00:04:00\t${RCL} ${ROW_15} ${hex('Bye.')} ${EOC}`
    const { cues } = parseScc(file(first, second))
    expect(cues.map(({ text }) => text)).toEqual(['Hello\nthere.', 'Bye.'])
    expect(cues[0]?.endMs).toBe(cues[1]?.startMs)
  })

  test('that were loaded and never shown are kept', () => {
    expect(texts(file(`00:00:01:00\t${RCL} ${ROW_15} ${hex('Cut off')}`))).toEqual(['Cut off'])
  })

  test('are loaded at their place while the screen is erased', () => {
    const second = `${RCL} ${ROW_15} ${hex('By')} ${EDM} ${hex('e.')} ${EOC}`
    expect(texts(file(first, `00:00:03:00\t${second}`))).toEqual(['Hello\nthere.', 'Bye.'])
  })

  test('without a place begin at the first column, however many came before', () => {
    const lines = Array.from({ length: 20_000 }, () => `00:00:01:00\t9420 ${hex('ab')} 942f`)
    expect(new Set(texts(file(...lines)))).toEqual(new Set(['ab']))
  })

  test('with codes that are sent once are read too', () => {
    expect(texts(file(`00:00:01:00\t9420 9470 ${hex('Once')} 942f`))).toEqual(['Once'])
  })
})

test('rows that roll up are shown once, from their first character until they roll', () => {
  const line = (time: string, text: string) => `${time}\t${RU2} ${CR} ${ROW_15} ${hex(text)}`
  const { cues } = parseScc(
    file(line('00:00:01:00', '>> HI.'), line('00:00:03:00', 'I AM'), line('00:00:05:00', 'ANN.')),
  )
  expect(cues.map(({ text }) => text)).toEqual(['>> HI.', 'I AM', 'ANN.'])
  expect(cues.map(({ startMs }) => Math.floor(startMs / 1000))).toEqual([1, 3, 5])
  expect(cues[0]?.endMs).toBe(Math.round((92 * 1001) / 30))
})

test('painted captions are shown until they are erased or painted over', () => {
  const lines = [`${RDC} ${ROW_15} ${hex('One')}`, `${RDC} ${ROW_15} ${hex('Two')}`, EDM]
  const { cues } = parseScc(file(...lines.map((data, index) => `00:00:0${index + 1}:00\t${data}`)))
  expect(cues.map(({ text }) => text)).toEqual(['One', 'Two'])
  expect(cues[1]?.endMs).toBe(3003)
})

describe('time codes', () => {
  const at = (time: string) => parseScc(file(`${time}\t9420 9470 ${hex('a')} 942f`)).cues[0]?.startMs ?? 0

  test('without dropped frames run slower than the clock', () => {
    expect(at('01:00:00:00')).toBe(Math.round(((108_000 + 3) * 1001) / 30))
    expect(at('01:00:00:00')).toBe(3_603_700)
  })

  test.each(['01:00:00;00', '01:00:00.00'])('with dropped frames follow the clock: %s', (time) => {
    expect(Math.abs(at(time) - 3_600_100)).toBeLessThan(5)
  })

  test('skip two numbers a minute', () => {
    expect(at('00:01:00;02') - at('00:00:59;29')).toBe(33)
  })
})

describe('characters', () => {
  const shown = (data: string) => texts(file(`00:00:01:00\t${RCL} ${ROW_15} ${data} ${EOC}`))[0]

  test.each([
    ['the basic set', hex('a*\\^_`{|}~'), 'aáéíóúç÷Ññ'],
    ['special characters', '9137 9137 9138 9138 91b0 91b0', '♪à®'],
    ['extended characters in place of a basic one', `${hex('cafe')} 92b5 92b5`, 'cafË'],
    ['extended characters that nothing stands in for', '9220 9220 92a1 92a1', 'ÁÉ'],
    [
      'styles as spaces, but for one before a full stop',
      `${hex('Hi')} 91ae 91ae ${hex('you')} 9120 9120 ${hex('.')}`,
      'Hi you.',
    ],
    ['tabs', `${hex('a')} 97a1 97a1 ${hex('b')}`, 'a b'],
    ['a backspace', `${hex('ab')} ${BS} ${hex('c')}`, 'ac'],
    ['a row that is sent again', `${hex('One')} ${ROW_15} ${hex('One more')}`, 'One more'],
    ['a row that goes on', `${hex('One ')} ${ROW_15} ${hex('two')}`, 'One two'],
  ])('%s', (_, data, text) => expect(shown(data)).toBe(text))
})

test('the first channel is read, and a second one is mentioned', async () => {
  const second = `00:00:02:00\t1c20 1c20 1c70 1c70 ${hex('Hola')} 1c2f 1c2f`
  const first = `00:00:01:00\t${RCL} ${ROW_15} ${hex('Hello')} ${EOC}`
  const { segments, warnings } = await parseCaptionText({ bytes: Buffer.from(file(first, second)) })
  expect(segments.map(({ text }) => text)).toEqual(['Hello'])
  expect(warnings).toMatchObject([{ code: 'track_chosen' }])
  expect(parseScc(file(second))).toMatchObject({ cues: [{ text: 'Hola' }] })
  expect(parseScc(file(second))).not.toHaveProperty('warnings')
})

test('other data of the field and text pages are no captions', () => {
  const other = `0106 ${hex('STATION')} 0f1d`
  const page = `94aa 94aa ${hex('A page')}`
  expect(texts(file(`00:00:01:00\t${RCL} ${ROW_15} ${other} ${hex('Hi')} ${EOC} ${page}`))).toEqual(['Hi'])
})

test('bytes that cannot be read are counted, and what is around them is kept', () => {
  const data = `00:00:01:00\t${RCL} ${ROW_15} ${hex('Hello')} 94zz ${hex('you')} ${EOC}`
  expect(parseScc(file(data, '00:00:02:00'))).toMatchObject({
    dropped: 1,
    cues: [{ text: expect.stringMatching(/^Hello ?you$/) }],
  })
})

test('a file without captions is recognised', () => {
  expect(parseCaptions(Buffer.from('\ufeffScenarist_SCC V1.0\r\n\r\n'))).toEqual({
    format: 'scc',
    cues: [],
    dropped: 0,
  })
})
