import { describe, expect, test } from 'vitest'
import { queryTerms, termsOf } from '../../src/retrieval/terms.ts'

const of = (text: string): readonly string[] => termsOf(text).terms

describe('the terms of a text', () => {
  test('are stems in the order of the text, as often as they occur, without stop words', () => {
    expect(of('The jobs are running; a job that ran')).toEqual(['job', 'run', 'job', 'run'])
  })

  test('are stop words where nothing else is left, in texts and in queries', () => {
    expect(of('to be or not to be')).toEqual(['to', 'be', 'or', 'not', 'to', 'be'])
    expect(queryTerms('What is it?')).toEqual(['is', 'it', 'what'])
    expect(queryTerms('What is a mutex?')).toEqual(['mutex'])
  })

  test.each([
    ['go went gone goes going', 'go'],
    ['write wrote written writes writing', 'write'],
    ['choose chose chosen chooses choosing', 'choos'],
    ['index indices indexes indexed', 'index'],
    ['colour color colours colors coloured', 'color'],
    ['synchronise synchronize synchronised synchronization synchronisation', 'synchron'],
    ['cancel cancelled canceled cancels cancellation', 'cancel'],
    ['catalogue catalog catalogues', 'catalog'],
  ])('join forms of one word: %s', (text, stem) => {
    expect(new Set(of(text))).toEqual(new Set([stem]))
  })

  test.each([
    '2026-02-08',
    'Feb 8 2026',
    'Feb. 8, 2026',
    '8 February 2026',
    '8th of February 2026',
    '2026-02-08T10:15:00Z',
  ])('are the same for %s as for every form of the day', (text) => {
    expect([...of(`on ${text}`)].sort()).toEqual(['2026', '202602', '20260208', 'feb8', 'february'])
  })

  test('of a month, and of a day without its year, are among those of the day', () => {
    const day = new Set(of('2026-02-08'))
    for (const asked of ['February 2026', '2026-02', '8 February', 'feb 8']) {
      expect(
        of(asked).every((term) => day.has(term)),
        asked,
      ).toBe(true)
    }
  })

  test('of what only looks like a date are those of its numbers', () => {
    expect(of('2026-13-40')).not.toContain('202613')
    expect(of('2025-02-29')).not.toContain('202502')
    expect(of('may 45')).not.toContain('may45')
    expect(of('call 1234-56-7890')).not.toContain('123456')
  })

  test.each([
    ['mergeRemote', ['mergeremot', 'merg', 'remot']],
    ['merge_remote', ['mergeremot', 'merg', 'remot']],
    ['merge-remote', ['mergeremot', 'merg', 'remot']],
    ['MERGE_REMOTE', ['mergeremot', 'merg', 'remot']],
    [
      'NoteStore.mergeRemote',
      ['notestoremergeremot', 'notestor', 'note', 'store', 'mergeremot', 'merg', 'remot'],
    ],
    ['parseHTTPHeader', ['parsehttphead', 'pars', 'http', 'header']],
    ['FB-1042', ['fb1042', 'fb', '1042']],
    ['PostgreSQL', ['postgresql', 'postgr', 'sql']],
    ['iOS', ['io']],
    ['MHz', ['mhz']],
  ])('of %s are the whole and its parts', (text, terms) => {
    expect(of(text)).toEqual(terms)
  })

  test('of numbers keep versions and decimals, and join thousands', () => {
    expect(of('3.4.1')).toEqual(['3.4', '3.4.1'])
    expect(of('costs 0.2')).toEqual(['cost', '0.2'])
    expect(of('10,000 calls')).toEqual(['10000', 'call'])
  })

  test('of Chinese, Japanese and Korean are pairs of characters', () => {
    expect(of('数据回填')).toEqual(['数据', '据回', '回填'])
    expect(of('地図')).toEqual(['地図'])
    expect(of('鍵')).toEqual(['鍵'])
    expect(of('데이터')).toEqual(['데이', '이터'])
    expect(of('使用GPS时刻')).toEqual(['使用', '时刻', 'gps'])
  })

  test('ignore case, width, accents and what is not seen', () => {
    expect(of('Ｆｕｌｌ ｗｉｄｔｈ')).toEqual(of('full width'))
    expect(of('Rollstuhlplätze naïve')).toEqual(of('rollstuhlplatze naive'))
    expect(of('STRASSE')).toEqual(of('straße'))
    expect(of('na\u0308he')).toEqual(of('nähe'))
    expect(of('dead\u00adlock zero\u200bwidth')).toEqual(of('deadlock zerowidth'))
  })

  test('are none of what has no letter and no digit', () => {
    expect(of('a lock \u0301 queue')).toEqual(['lock', 'queue'])
  })

  test('take the article from French words and the end from English ones', () => {
    expect(of("l'index d’erreur qu'une")).toEqual([...of('index'), ...of('erreur'), ...of('une')])
    expect(of("the user's keys don't")).toEqual(of('user keys'))
  })

  test('of names that every object has are those names', () => {
    expect(of('constructor toString __proto__ hasOwnProperty')).toEqual(
      expect.arrayContaining(['constructor', 'proto']),
    )
  })
})

describe('hostile texts', () => {
  const MEGABYTE = 1 << 20

  test.each([
    ['one word', 'a'.repeat(MEGABYTE)],
    ['one capital word', 'aB'.repeat(MEGABYTE / 2)],
    ['joints', 'a_'.repeat(MEGABYTE / 2)],
    ['dots', 'a.'.repeat(MEGABYTE / 2)],
    ['lines under one another', '_'.repeat(MEGABYTE)],
    ['apostrophes', "l'".repeat(MEGABYTE / 2)],
    ['digits', '1'.repeat(MEGABYTE)],
    ['dates', '2026-02-08 '.repeat(MEGABYTE / 11)],
    ['nearly dates', '8 of febr '.repeat(MEGABYTE / 10)],
    ['marks', `a${'\u0301'.repeat(MEGABYTE)}`],
    ['one Chinese line', '数据回填'.repeat(MEGABYTE / 4)],
    ['control characters', '\0\x1b[31m\x07'.repeat(MEGABYTE / 8)],
    ['half characters', '\ud800a'.repeat(MEGABYTE / 2)],
    ['different words', Array.from({ length: 150_000 }, (_, i) => i.toString(36)).join(' ')],
  ])('end soon, and give short terms: %s', (_, text) => {
    const before = process.cpuUsage()
    const { terms } = termsOf(text)
    const { user } = process.cpuUsage(before)
    expect(user / 1e6).toBeLessThan(5)
    expect(terms.length).toBeLessThanOrEqual(100_000)
    // A character may be two code units, and ß becomes two letters.
    expect(terms.every((term) => term.length <= 128 && !/[\p{Cc}\s*+]/u.test(term))).toBe(true)
  })

  test('say that they are too long', () => {
    expect(termsOf('word '.repeat(MEGABYTE / 4)).isCut).toBe(true)
    expect(termsOf('数'.repeat(200_000)).isCut).toBe(true)
    expect(termsOf('word '.repeat(1000)).isCut).toBe(false)
  })

  test('do no harm with control characters', () => {
    expect(of('dead\0lock \x1b[31mred\x1b[0m')).toEqual(['dead', 'lock', '31mred', '0m'])
  })
})

test('Russian words are found by any of their forms', () => {
  expect(of('настройки')).toEqual(of('настройка'))
  expect(of('синий')).toEqual(of('синие'))
  expect(of('ёлка')).toEqual(of('елка'))
  expect(of('Решения о базе данных')).toContain(of('решение')[0])
})

describe('a query in another language', () => {
  test.each([
    ['Darf ich den Server einfach neu starten und deployen?', ['deployen', 'neu', 'server', 'starten']],
    [
      "Comment faut-il écrire l'insert dans le fichier de config.yaml ?",
      ['écrire', 'fichier', 'insert', 'faut-il', 'config.yaml'],
    ],
    ['¿Cómo se cambia el puerto de la base para pruebas?', ['base', 'cambia', 'prueba', 'puerto']],
  ])('%s', (query, terms) => {
    for (const term of terms) expect(queryTerms(query)).toContain(queryTerms(term)[0])
    expect(queryTerms(query).length).toBeLessThanOrEqual(terms.length + 4)
  })

  test('one such word makes none, and a query of nothing else stays', () => {
    expect(queryTerms('die casting machine')).toEqual(queryTerms('casting die machine'))
    expect(queryTerms('und ich')).toEqual(['ich', 'und'])
  })
})
