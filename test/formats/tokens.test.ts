import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/formats/tokens.ts'

const ENGLISH = `## Why we keep an event log

Every write goes through the queue, because two agents once updated the same record within a second and the older
value won. Since then the service appends an event first and derives the current state from it. Replaying a month of
events takes about four minutes, so nobody should be afraid of rebuilding the read model after a schema change. If the
consumer falls behind, look at the lag dashboard before you restart anything: a restart begins at the last checkpoint
and makes the backlog longer. We considered change data capture, but it couples consumers to the table layout.
`

const CODE = `\`\`\`ts
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}
\`\`\`

\`\`\`sh
git log --format='%h %s' -- src/core | head -n 20
npx vitest run test/core --coverage && npm run build
\`\`\`
`

const MARKDOWN = `### [2026-02-08] XState for workflow orchestration

**Category:** architecture
**Tags:** workflow, state-machine, xstate

| option | cost | why not |
| --- | --- | --- |
| hand-written reducer | low | states hide in booleans |
| Temporal | high | a cluster for four flows |

- [x] spike in \`packages/engine\`
- [ ] move the retry policy to \`resources/workspaces/shop/_plans/260208-engine.md\`
`

const CHINESE = `每次写入都要先经过队列，因为曾经有两个代理在同一秒内更新了同一条记录，结果旧的值覆盖了新的值。从那以后，服务先追加事件，再由事件推导出当前状态。重放一个月的事件大约需要四分钟，所以修改表结构之后不必害怕重建读模型。如果消费者落后，请先查看延迟面板，不要急着重启。`
const JAPANESE = `書き込みは必ずキューを通します。以前、二つのエージェントが同じ記録を一秒以内に更新し、古い値が残ってしまったからです。それ以来、サービスはまずイベントを追加し、そこから現在の状態を導きます。一か月分のイベントの再生には約四分かかります。`
const KOREAN = `모든 쓰기는 먼저 대기열을 거칩니다. 예전에 두 에이전트가 같은 기록을 일 초 안에 수정하여 오래된 값이 남은 적이 있기 때문입니다. 그 이후로 서비스는 먼저 이벤트를 추가하고 그 이벤트에서 현재 상태를 계산합니다.`
const EMOJI = `✅ done 🎉 released 🚀 watch 👀 broken 🔥 fixed 🛠️ idea 💡 warning ⚠️ blocked ⛔ docs 📚 tests 🧪 perf ⚡ team 👩‍💻 👨‍👩‍👧 ❤️`

/** The estimate's error against a real tokenizer (o200k), as a share of the real count. */
function errorOf(text: string): number {
  const real = countTokens(text)
  return (estimateTokens(text) - real) / real
}

describe('the estimate against o200k', () => {
  test.each([
    ['English', ENGLISH, 0.1],
    ['code', CODE, 0.2],
    ['Markdown', MARKDOWN, 0.15],
    ['Chinese', CHINESE, 0.3],
    ['Japanese', JAPANESE, 0.3],
    ['Korean', KOREAN, 0.3],
    ['emoji', EMOJI, 0.2],
  ])('%s', (_, text, bound) => {
    expect(Math.abs(errorOf(text))).toBeLessThan(bound)
  })
})

describe('the estimate', () => {
  test('does not depend on line ends', () => {
    const lines = ['# Title', '', '  indented', 'text']
    expect(estimateTokens(lines.join('\r\n'))).toBe(estimateTokens(lines.join('\n')))
    expect(estimateTokens(lines.join('\r'))).toBe(estimateTokens(lines.join('\n')))
  })

  test('is 0 for nothing, a whole number for anything, and grows with the text', () => {
    expect(estimateTokens('')).toBe(0)
    expect(Number.isInteger(estimateTokens(ENGLISH))).toBe(true)
    expect(estimateTokens(ENGLISH + CODE)).toBeGreaterThan(estimateTokens(ENGLISH))
  })

  test.each(['a', 'a ', '\n', ' ', '.', '漢', '。', '🎉', '1'])('256 KiB of %j are estimated', (part) => {
    const count = estimateTokens(part.repeat((1 << 18) / part.length))
    expect(Number.isInteger(count) && count >= 0).toBe(true)
  })
})
