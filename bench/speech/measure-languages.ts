import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { pcmDurationMs } from '@/lib/media/pcm-format'
import type { ChunkEngine } from '@/lib/speech/engine'
import { evidenceOf, judgeChunk } from '@/lib/speech/judge-language'
import { transcribeWithoutLoops } from '@/lib/speech/transcribe-without-loops'

const SECONDS = '20'

/** By espeak-ng's names of the languages. */
const OTHERS: Readonly<Record<string, string>> = {
  de: 'Gestern sind wir mit dem Fahrrad zum Markt gefahren, weil die Straße wegen einer Baustelle gesperrt war. Meine Nachbarin hat drei Körbe voller Äpfel gekauft und wollte daraus einen Kuchen backen. Am Abend saßen wir im Garten, tranken Tee und sprachen über die alten Zeiten. Im nächsten Sommer möchten wir zusammen an die Küste reisen und dort ein kleines Haus mieten.',
  fr: "Hier matin, nous avons pris le train pour aller voir ma grand-mère à la campagne. Elle nous attendait devant la gare avec un grand panier de cerises et son vieux chien. L'après-midi, nous avons marché longtemps le long de la rivière, puis il a commencé à pleuvoir. Nous sommes rentrés en courant et elle a préparé une soupe aux légumes du jardin.",
  es: 'Ayer por la mañana fuimos al mercado para comprar fruta fresca y un poco de pan. Mi hermano quería preparar una comida para toda la familia, pero se olvidó de la sal. Después caminamos por la playa hasta que se puso el sol y hablamos de nuestros planes. El año que viene queremos abrir una pequeña librería en el centro de la ciudad.',
  it: "Ieri mattina siamo andati al mercato per comprare la frutta e un po' di pane fresco. Mio fratello voleva cucinare per tutta la famiglia, ma aveva dimenticato il sale. Nel pomeriggio abbiamo camminato lungo il fiume e poi ha cominciato a piovere forte. L'anno prossimo vogliamo aprire una piccola libreria nel centro della città.",
  pt: 'Ontem de manhã fomos ao mercado comprar fruta fresca e um pouco de pão. O meu irmão queria cozinhar para a família toda, mas esqueceu-se do sal. À tarde caminhámos junto ao rio e depois começou a chover com força. No próximo ano queremos abrir uma pequena livraria no centro da cidade.',
  nl: "Gisteren zijn we met de fiets naar de markt gegaan, omdat de weg was afgesloten. Mijn buurvrouw kocht drie manden met appels en wilde daar een taart van bakken. 's Avonds zaten we in de tuin, dronken thee en praatten over vroeger. Volgende zomer willen we samen naar de kust reizen en daar een klein huis huren.",
  pl: 'Wczoraj rano pojechaliśmy rowerami na targ, ponieważ droga była zamknięta z powodu remontu. Moja sąsiadka kupiła trzy kosze jabłek i chciała upiec z nich ciasto. Wieczorem siedzieliśmy w ogrodzie, piliśmy herbatę i rozmawialiśmy o dawnych czasach. W przyszłym roku chcemy razem pojechać nad morze.',
  sv: 'I går cyklade vi till torget eftersom vägen var avstängd på grund av ett bygge. Min granne köpte tre korgar med äpplen och ville baka en kaka av dem. På kvällen satt vi i trädgården, drack te och pratade om gamla tider. Nästa sommar vill vi resa till kusten tillsammans och hyra ett litet hus där.',
  ru: 'Вчера утром мы поехали на рынок на велосипедах, потому что дорога была закрыта на ремонт. Моя соседка купила три корзины яблок и хотела испечь из них пирог. Вечером мы сидели в саду, пили чай и говорили о старых временах. Следующим летом мы хотим вместе поехать к морю и снять там маленький дом.',
  tr: 'Dün sabah yol kapalı olduğu için pazara bisikletle gittik. Komşum üç sepet elma aldı ve onlardan bir kek yapmak istedi. Akşam bahçede oturduk, çay içtik ve eski günlerden konuştuk. Gelecek yaz birlikte deniz kıyısına gitmek ve orada küçük bir ev kiralamak istiyoruz.',
  cmn: '昨天早上我们骑自行车去市场,因为路上正在施工。我的邻居买了三篮苹果,想用它们做一个蛋糕。晚上我们坐在花园里喝茶,谈起以前的日子。明年夏天我们想一起去海边,在那里租一间小房子。我弟弟还想学游泳,所以他每个星期都去游泳馆练习。',
  ja: 'きのうの あさ、わたしたちは じてんしゃで いちばへ いきました。となりの ひとが りんごを みかご かって、ケーキを つくりたいと いいました。よるは にわに すわって、おちゃを のみながら、むかしの はなしを しました。らいねんの なつは いっしょに うみへ いって、ちいさな いえを かりたいです。',
  ko: '어제 아침에 우리는 길이 막혀서 자전거를 타고 시장에 갔습니다. 이웃 아주머니는 사과 세 바구니를 사서 케이크를 굽고 싶어 했습니다. 저녁에는 정원에 앉아 차를 마시며 옛날 이야기를 했습니다. 내년 여름에는 함께 바닷가에 가서 작은 집을 빌리고 싶습니다.',
  ar: 'ذهبنا صباح أمس إلى السوق بالدراجة لأن الطريق كان مغلقا بسبب أعمال البناء. اشترت جارتي ثلاث سلال من التفاح وأرادت أن تخبز منها كعكة. في المساء جلسنا في الحديقة وشربنا الشاي وتحدثنا عن الأيام القديمة. في الصيف القادم نريد أن نسافر معا إلى الساحل ونستأجر هناك بيتا صغيرا.',
  hi: 'कल सुबह हम साइकिल से बाज़ार गए क्योंकि सड़क मरम्मत के लिए बंद थी। मेरी पड़ोसन ने सेब की तीन टोकरियाँ खरीदीं और उनसे केक बनाना चाहती थी। शाम को हम बगीचे में बैठे, चाय पी और पुराने दिनों की बातें कीं। अगली गर्मियों में हम साथ में समुद्र के किनारे जाना चाहते हैं और वहाँ एक छोटा घर किराए पर लेना चाहते हैं।',
  fa: 'دیروز صبح با دوچرخه به بازار رفتیم چون جاده برای تعمیر بسته بود. همسایه‌ام سه سبد سیب خرید و می‌خواست با آنها کیک بپزد. عصر در باغ نشستیم، چای نوشیدیم و درباره روزهای قدیم حرف زدیم. تابستان آینده می‌خواهیم با هم به ساحل برویم و آنجا خانه کوچکی اجاره کنیم.',
  vi: 'Sáng hôm qua chúng tôi đi xe đạp ra chợ vì con đường đang được sửa. Người hàng xóm của tôi mua ba giỏ táo và muốn làm một chiếc bánh. Buổi tối chúng tôi ngồi trong vườn, uống trà và nói chuyện về ngày xưa. Mùa hè năm sau chúng tôi muốn cùng nhau đi biển và thuê một căn nhà nhỏ.',
  id: 'Kemarin pagi kami pergi ke pasar naik sepeda karena jalan ditutup untuk perbaikan. Tetangga saya membeli tiga keranjang apel dan ingin membuat kue dari buah itu. Malam harinya kami duduk di kebun, minum teh dan berbicara tentang masa lalu. Musim panas depan kami ingin pergi ke pantai bersama dan menyewa rumah kecil di sana.',
}
const OTHER_VOICES = ['', '+f2']

const ENGLISH: Readonly<Record<string, string>> = {
  prose:
    'Yesterday morning we took our bicycles to the market, because the road was closed for repairs. My neighbour bought three baskets of apples and wanted to bake a cake with them. In the evening we sat in the garden, drank tea and talked about the old days. Next summer we would like to travel to the coast together and rent a small house there.',
  'a hymn':
    'Give thanks to the king of the hills, for his kindness lasts for ever. Give thanks to the maker of the sea, for his kindness lasts for ever. To him who made the stars at night, for his kindness lasts for ever. To him who led us through the sand, for his kindness lasts for ever. To him who gave us bread to eat, for his kindness lasts for ever. To him who heard us when we cried, for his kindness lasts for ever.',
  'a chant':
    'Four more years. Four more years. Four more years. Four more years. Thank you all for coming here tonight. We want bread. We want bread. We want bread. We want bread. We want bread.',
  'a count':
    'Number one. Number two. Number three. Number four. Number five. Number six. Number seven. Number eight. Number nine. Number ten. Number eleven. Number twelve. Number thirteen. Number fourteen. Number fifteen. Number sixteen. Number seventeen. Number eighteen. Number nineteen. Number twenty. Number twenty one. Number twenty two.',
  'a roll call':
    'Mister Adams. Aye. Miss Brown. Aye. Mister Clark. Aye. Miss Davis. Aye. Mister Evans. Aye. Miss Foster. No. Mister Green. Aye. Miss Harris. Aye. Mister Irving. Aye. Miss Jones. No.',
}
const ENGLISH_VOICES = ['en-us', 'en-gb', 'en-gb-scotland']

type Clip = { name: string; voice: string; text: string; isEnglish: boolean }

const CLIPS: readonly Clip[] = [
  ...Object.entries(OTHERS).flatMap(([lang, text]) =>
    OTHER_VOICES.map((variant) => ({ name: lang, voice: `${lang}${variant}`, text, isEnglish: false })),
  ),
  ...Object.entries(ENGLISH).flatMap(([what, text]) =>
    ENGLISH_VOICES.map((voice) => ({ name: `English, ${what}`, voice, text, isEnglish: true })),
  ),
]

/** A row for each clip, and what was judged wrongly. */
export type LanguageVerdicts = { rows: string[][]; missed: string[] }

function speak({ voice, text }: Clip, folder: string): string {
  const script = path.join(folder, 'language.txt')
  writeFileSync(script, text)
  const wav = `${script}.wav`
  execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-f', script, '-w', wav])
  const pcm = `${script}.pcm`
  const raw = ['-ar', '16000', '-ac', '1', '-f', 's16le', pcm]
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-t', SECONDS, ...raw])
  return pcm
}

/** How an English engine's text of other languages, and of English that repeats itself, is judged. */
export async function measureLanguages(engine: ChunkEngine, folder: string): Promise<LanguageVerdicts> {
  const measured: LanguageVerdicts = { rows: [], missed: [] }
  const { signal } = new AbortController()
  for (const clip of CLIPS) {
    const pcm = speak(clip, folder)
    const durationMs = pcmDurationMs((await stat(pcm)).size)
    const read = (startMs: number, endMs: number) => readChunk(pcm, startMs, endMs)
    const checked = await transcribeWithoutLoops(engine, { read, durationMs }, { lang: null, signal })
    const evidence = evidenceOf(checked, ['en'])
    const verdict = judgeChunk(evidence) ?? 'no text'
    const { confidence, compressionRatio } = evidence
    const mean = confidence ? (confidence.logProbability / confidence.tokens).toFixed(2) : '–'
    measured.rows.push([clip.name, clip.voice, mean, compressionRatio.toFixed(1), verdict])
    const isWrong = clip.isEnglish ? verdict === 'differs' : verdict === 'fits' || verdict === 'unknown'
    if (isWrong) measured.missed.push(`${clip.name} by ${clip.voice} is judged "${verdict}"`)
  }
  return measured
}
