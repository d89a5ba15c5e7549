import { once } from '../../core/text.ts'
import { languagesIn } from './choice.ts'

/** Names of the things that a repository chooses, in the languages that memory is written in most. */
const NAMED = {
  double:
    '双引号|雙引號|ダブルク[ォオ]ー(?:ト|テーション)|二重引用符|큰따옴표|쌍따옴표|comillas dobles|aspas duplas|guillemets doubles|doppelten? Anführungszeichen|двойны\\S* кавыч\\S*',
  single:
    '单引号|單引號|シングルク[ォオ]ー(?:ト|テーション)|一重引用符|작은따옴표|홑따옴표|comillas simples|aspas simples|guillemets simples|einfachen? Anführungszeichen|одинарны\\S* кавыч\\S*',
  tabs: '制表符|タブ|탭|tabuladores|tabulaciones|tabulações|tabulations|Tabulatoren|табуляци\\S*',
  spaces:
    '(?:个|個|つの)? ?(?:空格|スペース|칸|espacios|espaços|espaces|Leerzeichen|пробел\\S*)|つ(?:の)?スペース',
  row: '行|줄|líneas?|linhas?|lignes?|Zeilen?|строк\\S*',
  characters:
    '(?:个|個)? ?(?:字符|字元|文字|글자|자(?=까지|이내|이하|를|로|$|[^\\p{L}])|caracteres|caractères|Zeichen|символ\\S*)',
  file: '文件|檔案|ファイル|파일|archivos?|arquivos?|fichiers?|Datei(?:en)?|файл\\S*',
  function: '函数|函數|関数|함수|funci(?:ón|ones)|funç(?:ão|ões)|fonctions?|Funktion(?:en)?|функци\\S*',
  formatter:
    '整形|フォーマッ(?:ト|ター)|格式化|포맷(?:터|팅)?|formateo|formateador|formatação|formatage|Formatierung|форматировани\\S*',
  linter:
    '静的解析|リン(?:ト|ター)|静态检查|代码检查|린트|린터|análisis estático|analyse statique|линтер\\S*',
  tests: 'テスト|测试|測試|테스트|pruebas|testes|Testläufe|тест\\S*',
  coverage: '覆盖率|覆蓋率|カバレッジ|커버리지|cobertura|couverture|Testabdeckung|покрыти\\S*',
  branch:
    '(?:默认|預設|主要?)分支|デフォルト(?:の)?ブランチ|기본 브랜치|(?:base|ベース|ターゲット) ?ブランチ|(?:基准|基础|目标|基底)分支|(?:PR|プルリクエスト|拉取请求|合并请求)[^,，、。;；]{0,8}(?:base|ベース|目标) ?(?:は|为|是)|rama (?:por defecto|principal|base|de destino)|branch (?:padrão|principal)|branche (?:par défaut|principale)|Standard-?branch',
  manager:
    'パッケージ(?:管理|マネージャー?)|包管理(?:器|工具)?|套件管理|패키지 ?(?:매니저|관리자?)|gestor de paquetes|gerenciador de pacotes|gestionnaire de paquets|Paketmanager|менеджер\\S* пакетов',
} as const

/** A name of a tool a few words behind that of its sort. */
const near = (sort: string, tools: string): string =>
  `(?:${sort})[^,，、。;；\\n]{0,14}?(?<![\\w@/-])(${tools})(?![\\w/-])`

/** A noun and a number of lines, with a word for a limit on either side of the number. */
const numbered = (noun: string): string =>
  `(?=.*(?:超过|超過|最多|上限|以内|以下|まで|越え|넘|이하|최대|máx|más|pasa|super|exced|ultrapass|dépass|plus|höchstens|mehr|больше|более|превыша|до ))(?:${noun})[^\\d,，、。;；]{0,20}(\\d{2,4}) ?(?:${NAMED.row})`

/** What a part of a statement says, as English says it; `turns`: a negation makes it something else. */
const SAYINGS = once((): readonly (readonly [form: RegExp, english: string, turns: boolean])[] => [
  [new RegExp(NAMED.double, 'iu'), 'use double quotes', true],
  [new RegExp(NAMED.single, 'iu'), 'use single quotes', true],
  [new RegExp(`(\\d{1,2}) ?(?:${NAMED.spaces})`, 'iu'), 'indent with $1 spaces', true],
  [/(?:空格|スペース|스페이스|공백) ?(\d)(?!\d)/u, 'indent with $1 spaces', true],
  [new RegExp(NAMED.tabs, 'iu'), 'indent: tabs', true],
  [
    new RegExp(`(?:${NAMED.row})[^\\d.。;；]{0,20}(\\d{2,3}) ?(?:${NAMED.characters})`, 'iu'),
    'line length $1',
    false,
  ],
  [new RegExp(numbered(NAMED.file), 'iu'), 'files: at most $1 lines', false],
  [new RegExp(numbered(NAMED.function), 'iu'), 'functions: at most $1 lines', false],
  [
    new RegExp(
      `(?:(?<!\\p{Script=Han})|(?<=整体|总体|全局|代码|(?<!单元|集成)测试))(?:${NAMED.coverage})[^\\d.。;；%]{0,24}(\\d{2,3}) ?%`,
      'iu',
    ),
    'test coverage: at least $1 %',
    false,
  ],
  [
    new RegExp(
      `(?:${NAMED.branch})[^.。;；]{0,12}?\`?(?<![\\w/-])(main|master|develop|dev|trunk)(?![\\w/-])`,
      'iu',
    ),
    'the default branch is $1',
    true,
  ],
  [
    /ブランチ(?:は|を)[^、。]{0,6}?(?<![\w/-])(main|master|develop|dev|trunk)[ `]*から/iu,
    'branch off $1',
    true,
  ],
  [/从[ `]*(main|master|develop|dev|trunk)[ `]*(?:分支)?(?:切出?|拉出?|创建|新建)/iu, 'branch off $1', true],
  [new RegExp(near(NAMED.formatter, 'prettier|biome|dprint|ruff|black|yapf'), 'iu'), 'formatter: $1', true],
  [new RegExp(near(NAMED.linter, 'eslint|biome|oxlint|tslint|ruff|flake8|pylint'), 'iu'), 'linter: $1', true],
  [new RegExp(near(NAMED.tests, 'jest|vitest|mocha|jasmine|karma'), 'iu'), 'tests: $1', true],
  [new RegExp(near(NAMED.manager, 'pnpm|npm|yarn|bun'), 'iu'), 'package manager: $1', true],
])

/** A statement that has none of these characters and words is English, or about something else. */
const OTHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}]|comillas|aspas|guillemets|Anführungs|tabula|espa[cç]|Leerzeichen|[lí]neas?\b|linhas?\b|lignes?\b|Zeile|archivo|arquivo|fichier|Datei|format|análisis|analyse|pruebas|testes|cobertura|couverture|Testabdeckung|rama |branche |gestor|gerenciador|gestionnaire|Paketmanager/iu

/** True for a statement that may be in another language. */
export function isOther(text: string): boolean {
  return OTHER.test(text)
}

/** It is not so, or the other one is. */
const NEGATED =
  /不|勿|禁|別|别|ない|ません|ず(?:に)|않|금지|말(?:고|아|것)|없|대신|而非|代わり|ではなく|(?<!\p{L})(?:no|nunca|jamás|sin|não|sem|pas|jamais|sans|nicht|keine?|nie|не|без|нельзя)(?!\p{L})/iu

/** It depends, is an example, or was so. */
const OPEN =
  /如果|例如|比如|或者|もし|例えば|場合|または|만약|예를|경우|또는|以前|旧|(?<!\p{L})(?:si|cuando|ejemplo|quando|se|exemplo|quand|exemple|wenn|Beispiel|falls|если|когда|например)(?!\p{L})|\?|？/iu

/** True for a statement of another language that depends, is an example or is not so. */
export function isOpen(text: string): boolean {
  return OPEN.test(text) || NEGATED.test(text) || CHANGED.test(text)
}

/** It was another one before, or will be. */
const CHANGED =
  /迁移|移行|升级|アップグレード|마이그레이션|업그레이드|兼容|互換|호환|支持|対応|지원|(?<!\p{L})(?:migra\w*|actualiz\w*|soport\w*|compatib\w*|обновл\w*|миграци\w*|поддерж\w*|совместим\w*)/iu

/** A part that is a condition, and not what holds. */
const CONDITION = /时(?:候|才|$)|時$|れば|たら|(?:으?면|을 때|할 때)(?:\s|$)/u

/**
 * What a statement in another language says of the choices that are compared, one English statement each; none for what is English
 * already. Words are looked for, and not translated: a part with a negation is left out.
 */
export function inEnglish(text: string): readonly string[] {
  if (text.length > 200 || !isOther(text)) return []
  const parts = text.split(/[,，、。;；()（）]|\.\s/)
  const open = parts.findIndex((part) => OPEN.test(part))
  // What holds there alone is said behind it.
  const said = (open === -1 ? parts : parts.slice(0, open)).flatMap((part) => {
    if (CONDITION.test(part)) return []
    const isNegated = NEGATED.test(part)
    const own = languagesIn(part)
    const about = (own.length > 0 ? own : languagesIn(text)).join(' and ')
    return SAYINGS().flatMap(([form, english, turns]) => {
      const found = turns && isNegated ? null : form.exec(part)
      const name = found && english.replace('$1', found[1] ?? '')
      return name ? [about === '' ? name : `${name} in ${about}`] : []
    })
  })
  return [...new Set(said)]
}
