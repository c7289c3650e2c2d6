import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { findCharset } from './find-charset'

/** An SRT file of these lines. */
const srt = (lines: readonly string[]) =>
  lines
    .map((line, index) => `${index + 1}\r\n00:00:0${index},000 --> 00:00:0${index + 1},000\r\n${line}\r\n`)
    .join('\r\n')

/** Encodes a text and reads it in the charset that is found. */
async function readBack(text: string, charset: string, lang?: string) {
  const bytes = iconv.encode(text, charset)
  const found = await findCharset(bytes, { lang })
  return { text: iconv.decode(bytes, found.charset), certain: found.certain }
}

describe('a file whose charset is not known', () => {
  test.each([
    [
      'en',
      'windows-1252',
      'Copyright © 2019 by the authors of this film. | We talked about it for an hour. | Nobody knew what to say. | It was getting dark outside. | Then we went home.',
    ],
    [
      'en',
      'windows-1252',
      'Add ½ cup of sugar and stir. | Wait until the water boils. | Then turn the heat down. | It will take ten minutes. | Do not open the lid.',
    ],
    [
      'en',
      'windows-1252',
      '“You don’t know me,” she said. | It’s late – let’s go… | The café is closed. | Who’s there? | I can’t hear you.',
    ],
    [
      'fr',
      'windows-1252',
      "L'été dernier, nous étions à la mer. | Où êtes-vous allés ? | Je ne sais pas ce que ça veut dire. | Il a mangé tout le gâteau. | À bientôt, mon garçon.",
    ],
    ['fr', 'windows-1252', 'café olé | Ça va ? | Très bien, merci. | Nous sommes arrivés. | Voilà, c’est terminé.'],
    [
      'de',
      'windows-1252',
      'Größe spielt keine Rolle. | Wir müssen über das Frühstück reden. | Schön, dass du da bist. | Ich weiß es nicht. | Tschüss, bis später!',
    ],
    [
      'es',
      'windows-1252',
      '¿Dónde está el niño? | Mañana será otro día. | Él no quería venir. | ¡Qué alegría verte! | El corazón me latía fuerte.',
    ],
    [
      'pt',
      'windows-1252',
      'Não sei o que você quer. | A situação é difícil. | Amanhã às três horas. | Ele está lá fora. | O coração não mente.',
    ],
    [
      'it',
      'windows-1252',
      'È così bello! | Perché non sei venuto? | La città è lontana. | Non c’è più tempo. | Andrò via lunedì.',
    ],
    ['it', 'windows-1252', 'Questo non è già finito. | Va bene. | Perché no? | Così va il mondo. | Tornerò più tardi.'],
    [
      'ca',
      'windows-1252',
      'Això no és veritat. | La nit serà llarga. | Què vols dir? | Està plovent molt. | Fins demà, adéu.',
    ],
    [
      'sv',
      'windows-1252',
      'Jag förstår inte vad du säger. | Går det bra? | Vi ses på måndag. | Hon är på väg hem. | Det är för sent nu.',
    ],
    [
      'da',
      'windows-1252',
      'Jeg ved ikke, hvad du får ud af det. | Han går på gaden. | Det er også rigtigt. | Vi spiser brød og ost. | Må jeg låne din båd?',
    ],
    [
      'no',
      'windows-1252',
      'Jeg vet ikke hva du gjør på hytta. | Vi må gå nå. | Det er ikke så farlig. | Han bor på øya. | Været blir bedre i morgen.',
    ],
    [
      'fi',
      'windows-1252',
      'Hyvää päivää, mitä kuuluu? | En tiedä vielä. | Tämä on hyvä päivä. | Mennään kotiin syömään. | Älä tee sitä.',
    ],
    [
      'is',
      'windows-1252',
      'Það er gott að sjá þig. | Hvað ertu að gera? | Ég veit það ekki. | Við förum heim á morgun. | Þetta er mjög fallegt.',
    ],
    [
      'nl',
      'windows-1252',
      'Eén ding weet ik zeker. | Heb je ideeën genoeg? | Dat is geen probleem. | Hij is vijfentwintig jaar oud. | België is niet ver.',
    ],
    [
      'sq',
      'windows-1252',
      'Unë nuk e di çfarë do të ndodhë. | Është një ditë e bukur. | Ku është shtëpia jote? | Faleminderit shumë. | Nesër do të shkojmë në qytet.',
    ],
    [
      'id',
      'windows-1252',
      'Harganya 20 € saja. | Saya tidak tahu apa yang terjadi. | Kita pergi besok pagi. | Di mana rumah kamu? | Terima kasih banyak.',
    ],
    [
      'pl',
      'windows-1250',
      'Dziękuję, gdzie są książki? | Nie wiem, co się dzieje. | Jutro będzie lepszy dzień. | Proszę usiąść. | Źródło jest już czyste.',
    ],
    [
      'cs',
      'windows-1250',
      'Nevím, co mám dělat. | Příliš žluťoučký kůň. | Kde jsi byl celý den? | Zítra půjdeme domů. | Děkuji za všechno.',
    ],
    [
      'cs',
      'iso-8859-2',
      'Nevíš, proč máš ještě hlad? | Žádný problém, šéfe. | Kde jsi byl celý den? | Zítra půjdeme domů. | Děkuji za všechno.',
    ],
    [
      'sk',
      'windows-1250',
      'Neviem, čo mám robiť. | Ďakujem za všetko. | Kde si bol včera? | Zajtra pôjdeme domov. | Ľudia to nevedia.',
    ],
    [
      'hu',
      'windows-1250',
      'Nem tudom, mit csinálsz. | Köszönöm szépen, jól vagyok. | Hová mész ilyen későn? | Ő a legjobb barátom. | Holnap találkozunk.',
    ],
    [
      'ro',
      'windows-1250',
      'Nu ştiu ce să fac acum. | Unde eşti, mamă? | Mulţumesc foarte mult. | Mâine plecăm acasă. | Este o zi frumoasă.',
    ],
    [
      'hr',
      'windows-1250',
      'Ne znam što će biti sutra. | Gdje je moja kuća? | Hvala, sve je u redu. | Možeš li doći večeras? | Još uvijek čekam.',
    ],
    [
      'sl',
      'windows-1250',
      'Ne vem, kaj naj rečem. | Kje je moja hiša? | Jutri gremo že zjutraj. | Hvala lepa za večerjo. | To ni več pomembno.',
    ],
    [
      'tr',
      'windows-1254',
      'Teşekkürler | Nasılsın, iyi misin? | Bugün hava çok güzel. | Ne yapıyorsun burada? | Yarın görüşürüz, hoşça kal.',
    ],
    [
      'tr',
      'windows-1254',
      'Bilmiyorum, belki yarın gelir. | Bu akşam dışarı çıkalım mı? | Güle güle, iyi yolculuklar. | Çocuklar bahçede oynuyor. | Söylediğin doğru değil.',
    ],
    [
      'lt',
      'windows-1257',
      'Nežinau, ką daryti toliau. | Ačiū už viską. | Kur tu buvai šiandien? | Rytoj eisime namo. | Jis yra geras žmogus.',
    ],
    [
      'lv',
      'windows-1257',
      'Es nezinu, ko darīt tālāk. | Paldies par visu, draugi. | Kur tu biji šodien? | Rīt mēs iesim mājās. | Viņš ir labs cilvēks.',
    ],
    [
      'et',
      'windows-1257',
      'Ma ei tea, mida öelda. | Täna on väga ilus päev. | Kus sa eile õhtul olid? | Homme läheme koju. | Aitäh kõige eest.',
    ],
    [
      'el',
      'windows-1253',
      'Δεν ξέρω τι να κάνω. | Καλημέρα, τι κάνεις; | Ευχαριστώ πολύ. | Αύριο θα πάμε σπίτι. | Πού είναι το παιδί;',
    ],
    [
      'ru',
      'windows-1251 koi8-r cp866',
      'Я не знаю, что делать. | Привет, как дела? | Спасибо большое. | Завтра мы поедем домой. | Где ты был вчера?',
    ],
    [
      'uk',
      'windows-1251',
      'Я не знаю, що робити. | Привіт, як справи? | Дякую за все. | Завтра ми поїдемо додому. | Де ти був учора?',
    ],
    [
      'bg',
      'windows-1251',
      'Не знам какво да правя. | Здравей, как си? | Благодаря ти много. | Утре ще си ходим у дома. | Къде беше вчера?',
    ],
    [
      'sr',
      'windows-1251',
      'Не знам шта да радим. | Здраво, како си? | Хвала ти пуно. | Сутра идемо кући. | Где си био јуче?',
    ],
    [
      'he',
      'windows-1255',
      'אני לא יודע מה לעשות. | שלום, מה שלומך? | תודה רבה לך. | מחר נלך הביתה. | איפה היית אתמול?',
    ],
    [
      'ar',
      'windows-1256',
      'لا أعرف ماذا أفعل. | مرحبا كيف حالك؟ | شكرا جزيلا لك. | غدا سنذهب إلى البيت. | أين كنت أمس؟',
    ],
    [
      'fa',
      'windows-1256',
      'من نمي دانم چه کار کنم. | سلام، حال شما چطور است؟ | خيلي ممنون. | فردا به خانه مي رويم. | ديروز کجا بودي؟',
    ],
    ['th', 'tis-620', 'ฉันไม่รู้ว่าจะทำอย่างไร | สวัสดีครับ สบายดีไหม | ขอบคุณมาก | พรุ่งนี้เราจะกลับบ้าน | เมื่อวานคุณอยู่ที่ไหน'],
    [
      'ja',
      'cp932 euc-jp',
      'どうすればいいのかわからない。 | こんにちは、お元気ですか。 | ありがとうございます。 | 明日は家に帰ります。 | 昨日はどこにいましたか。',
    ],
    ['zh', 'gb18030', '我不知道该怎么办。 | 你好，你今天好吗？ | 非常感谢。 | 明天我们回家。 | 你昨天在哪里？'],
    ['zh', 'big5', '我不知道該怎麼辦。 | 你好，你今天好嗎？ | 非常感謝。 | 明天我們回家。 | 你昨天在哪裡？'],
    [
      'ko',
      'cp949',
      '어떻게 해야 할지 모르겠어요. | 안녕하세요, 잘 지내셨어요? | 정말 감사합니다. | 내일 우리는 집에 갑니다. | 어제 어디에 있었어요?',
    ],
  ])('in %s and %s is read right, from one cue and from five: %s', async (_, charsets, cues) => {
    const lines = cues.split(' | ')
    for (const charset of charsets.split(' ')) {
      for (const text of [srt(lines.slice(0, 1)), srt(lines)]) {
        expect(await readBack(text, charset)).toMatchObject({ text })
      }
    }
  })

  test.each([
    ['lt', 'windows-1257', 'Ačiū!'],
    ['tr', 'windows-1254', 'Hoş geldin!'],
    ['hu', 'windows-1250', 'Őt?'],
    ['sr-Latn', 'windows-1250', 'Šta ćeš?'],
    ['he', 'windows-1255', 'כן.'],
    ['ja', 'euc-jp', 'はい。'],
    ['ko-KR', 'cp949', '네.'],
  ])(
    'that is too short to show its language is read right where that is expected: %s, %s, %s',
    async (lang, charset, line) => {
      const text = srt([line])
      expect((await readBack(text, charset)).text).not.toBe(text)
      expect(await readBack(text, charset, lang)).toEqual({ text, certain: false })
    },
  )

  test.each([
    ['de', 'windows-1251', 'Я не знаю, что делать дальше. Завтра мы поедем домой.'],
    ['ru', 'windows-1252', 'Wir müssen über das Frühstück reden. Schön, dass du da bist, möchtest du Brötchen?'],
    ['zh', 'windows-1254', 'Bugün hava çok güzel, şimdi yürüyüşe çıkalım.'],
  ])('in another language than the expected one, %s, is read right: %s', async (lang, charset, line) => {
    expect((await readBack(srt([line]), charset, lang)).text).toBe(srt([line]))
  })

  test('in Vietnamese, whose tone marks are characters, is read right', async () => {
    const bytes = Buffer.concat([
      Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'),
      iconv.encode(
        'Tôi không biê\u0301t pha\u0309i làm gì. Ca\u0309m ơn ba\u0323n râ\u0301t nhiê\u0300u.',
        'windows-1258',
      ),
    ])
    expect(await findCharset(bytes)).toEqual({ charset: 'windows-1258', certain: true })
  })

  test.each<[string, string, boolean]>([
    ['a sentence in Russian', 'Я не знаю, что делать дальше.', true],
    ['a sentence in Turkish', 'Bugün hava çok güzel, şimdi yürüyüşe çıkalım.', true],
    ['one sign in English', '© The Authors', false],
    ['a few letters', 'café olé', false],
  ])('is certain only where there is enough of it: %s', async (_, line, certain) => {
    const charset = line.startsWith('Я') ? 'windows-1251' : line.startsWith('B') ? 'windows-1254' : 'windows-1252'
    expect(await readBack(srt([line]), charset)).toEqual({ text: srt([line]), certain })
  })

  test('has one sign in an English film', async () => {
    for (const sign of ['©', '½', '£', '°', '®']) {
      const lines = Array.from({ length: 9 }, (_, index) => `This is what they said about it, number ${index}.`)
      const text = srt([...lines, `${sign} by them all`])
      expect((await readBack(text, 'windows-1252')).text).toBe(text)
    }
  })

  test('is found in its densest lines, however late they are', async () => {
    const film = srt(Array.from({ length: 9 }, () => 'la la la la la'))
    const text = `${film.repeat(200)}${srt(['Не знам какво да правя.', 'Къде беше вчера?'])}`
    expect(await readBack(text, 'windows-1251')).toEqual({ text, certain: true })
  })
})

test('a charset that is known is certain', async () => {
  const bytes = iconv.encode('1\n00:00:01,000 --> 00:00:02,000\né', 'windows-1252')
  expect(await findCharset(bytes, { charset: 'latin1' })).toEqual({ charset: 'windows-1252', certain: true })
  expect(await findCharset(bytes, { charset: 'koi8-r' })).toEqual({ charset: 'koi8-r', certain: true })
  expect(await findCharset(Buffer.from('é'))).toEqual({ charset: 'utf-8', certain: true })
})
