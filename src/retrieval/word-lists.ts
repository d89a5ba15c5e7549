import { once } from '../core/text.ts'
/** English words that say nothing about what is looked for. Contractions are without their apostrophe. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all already also am an and any are arent as at be because been before being both but by can cannot
  cant could couldnt did didnt do does doesnt doing done dont each either else ever every few for from further get gets
  got had has hasnt have havent having he her here hers him his how i id if ill im in instead into is isnt it its itself
  ive just let lets me more may might most much must my myself no nor not now of off on once only or other our ours out over own
  please same she should shouldnt so some still such than that thats the their theirs them then there these they this
  those through to too under until up us very was wasnt we were werent what whats when where wheres whether which while
  who whom whose why will with within without wont would wouldnt yes yet you your yours`.split(/\s+/),
)

/**
 * Words of other languages that say nothing about what is looked for. `marks` are those that no other of these languages and no
 * English text has often: two of them make a query one of that language.
 */
export const FUNCTION_WORDS: readonly {
  readonly marks: ReadonlySet<string>
  readonly others: ReadonlySet<string>
}[] = [
  [
    'und ich ist nicht wie wird das den dem mit auf für ein eine einen zu im wir oder darf soll muss sich auch bei werden',
    `aber als am an aus bin bis da damit dann dass der des die dies diese diesem diesen dieser dieses doch dort du durch einem einer
    eines einfach er es etwas gegen gibt haben hat hatte hier ihm ihn ihr ihre in ja jede jeder jetzt kann kein keine können man
    mein mich mir müssen nach noch nun nur ob ohne schon sehr sein seine sie sind so sollen sollte über um uns unser unter vom von
    vor wann war waren warum was welche welchem welchen welcher welches wenn wer wieder wo wurde zum zur zwischen`,
  ],
  [
    'le la les des est et dans pour une avec que qui je nous vous du au ce sur pas',
    `à aux cela ces cet cette ceux ci comme comment de elle elles en eu il ils leur leurs lui ma mais me mes mon ne ni nos notre on
    ou où par peut peux plus pourquoi qu quand quel quelle quelles quels quoi sa sans se ses si son sont sous ta te tes toi ton tout
    tous toute toutes tu un vos votre ai as avons avez ont être été faut dois doit y d l c j m n s t`,
  ],
  [
    'el los las una para por que como con del es cómo qué se lo su',
    `a al algo cual cuando de desde donde ella ellos en entre era esa ese eso esta este esto la le les más me mi mis muy no nos o
    pero porque puede quien ser si sin sobre son sus también tiene un uno y ya debo debe hay`,
  ],
].map(([marks = '', others = '']) => ({
  marks: new Set(marks.split(/\s+/)),
  others: new Set(others.split(/\s+/)),
}))

/** Base form, then forms of it that no suffix rule finds: irregular ones, other spellings, abbreviations. */
const FORMS = `
arise arose arisen; become became; begin began begun; bind bound; bite bit bitten; blow blew blown; break broke broken
bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; come came; creep crept; deal dealt
dig dug; draw drew drawn; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found
fly flew flown; forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; give gave given; go goes went gone
grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led
learn learnt; leave left; lend lent; light lit; lose lost loss losses; make made; mean meant; meet met; mistake mistook mistaken
override overrode overridden; overwrite overwrote overwritten; pay paid; rebuild rebuilt; rerun reran; rewrite rewrote rewritten
ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent
shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat
sleep slept; slide slid; speak spoke spoken; spend spent; spin spun; stand stood; steal stole stolen; stick stuck
strike struck stricken; swear swore sworn; swim swam swum; swing swung; take took taken; teach taught; tear tore torn
tell told; think thought; throw threw thrown; undergo underwent undergone; understand understood; undo undid undone
wake woke woken; wear wore worn; weave wove woven; win won; wind wound; withdraw withdrew withdrawn; write wrote written
axis axes; child children; criterion criteria; crisis crises; foot feet; half halves; index indices
man men; matrix matrices; medium media; mouse mice; person people; schema schemata; shelf shelves
thesis theses; tooth teeth; vertex vertices; wolf wolves; woman women; hypothesis hypotheses; parenthesis parentheses
analyze analyse analysed analyses analysis analysing analyzed analyzing; artifact artefact; catalog catalogue; center centre
dialog dialogue; fiber fibre; gray grey; license licence; liter litre; meter metre; program programme
`

/** Form → base form. */
export const baseForms = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      FORMS.trim()
        .split(/[;\n]\s*/)
        .flatMap((line) => {
          const [base = '', ...forms] = line.trim().split(' ')
          return forms.flatMap((form) => withPlural(form, base))
        }),
    ),
)

/** A noun in another spelling has a plural in that spelling: `catalogues`. */
function withPlural(form: string, base: string): (readonly [string, string])[] {
  return /(gue|tre|bre|act|ence|ite|mme)$/.test(form)
    ? [
        [form, base],
        [`${form}s`, base],
      ]
    : [[form, base]]
}

/** A word as Americans spell it: `colour` is `color`, `synchronise` is `synchronize`. */
export function respelled(word: string): string {
  return word
    .replace(/^(behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum|vap)our/, '$1or')
    .replace(/is(e|ed|es|er|ers|ing|ation|ations)$/, 'iz$1')
}
