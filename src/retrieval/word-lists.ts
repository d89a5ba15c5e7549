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
