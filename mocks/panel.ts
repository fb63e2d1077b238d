import { hour, second } from '../server/lib/time'
import {
  type Conditions,
  conditionsToSearch,
  defaultConditions,
  deviationCount,
  type Failure,
  faultyNames,
  furthestClock,
  longestLatency,
  needsReload,
  otherFaultyNames,
} from './conditions'
import { element } from './element'
import { panelScenarios } from './panel-scenarios'
import { sessionOf, type Who } from './scenarios'
import {
  conditionsSaved,
  loadConditions,
  moveClock,
  renewSessions,
  resetMockMode,
  saveConditions,
  withData,
} from './storage'
import './panel.css'

const failures: Failure[] = [
  ...[400, 401, 403, 404, 409, 422, 429, 500, 503],
  ...(['network', 'never', 'not-json', 'wrong-shape'] as const),
]

/**
 * Shows mock mode's panel: the signed-in user, scenarios, failures and other deviations.
 * @param problems messages about parameters that couldn't be applied; if there are any, the panel
 *   opens.
 */
export function showPanel(problems: readonly string[]): void {
  const summary = element('summary')
  const list = element('ul', { 'aria-label': 'Switched on' })
  const link = element('a', {}, 'Link to this state')
  const call = choice('Call', faultyNames)
  const kind = choice('Fails with', ['', ...failures.map(String)])
  const once = element('input', { type: 'checkbox' })
  const latency = element('input', {
    type: 'number',
    min: '0',
    max: String(longestLatency),
    step: '100',
  })
  const clock = element('input', { type: 'number', step: 'any' })
  const currency = choice('Currency', ['', 'USD', 'INR'], 'from the language')

  // The conditions under which this page was loaded.
  const shown = loadConditions()
  const reload = element('div', { role: 'status' })

  const alert = element('ul', { role: 'alert' })
  const report = (text: string) => alert.append(element('li', {}, text))

  function change(changes: Partial<Conditions>): void {
    saveConditions({ ...loadConditions(), ...changes })
  }

  function draw(): void {
    const conditions = loadConditions()
    const count = deviationCount(conditions)
    summary.textContent = count > 0 ? `Mock mode: ${count} switched on` : 'Mock mode'
    summary.classList.toggle('on', count > 0)
    const parameters = conditionsToSearch({ ...conditions, scenario: '' })
    list.replaceChildren(
      ...parameters
        .slice(1)
        .split('&')
        .filter(Boolean)
        .map((text) => element('li', {}, text)),
    )
    drawLink()
    const name = call.select.value
    kind.select.value = String(conditions.failures[name] ?? '')
    once.checked = conditions.once?.includes(name) ?? false
    once.disabled = !(name in conditions.failures)
    latency.disabled = otherFaultyNames.includes(name)
    latency.value = String(
      name === 'all' ? conditions.latency : (conditions.latencies?.[name] ?? conditions.latency),
    )
    clock.value = String((conditions.clock ?? 0) / hour)
    currency.select.value = conditions.currency ?? ''
    if (!needsReload(shown, conditions)) reload.replaceChildren()
    else if (!reload.hasChildNodes()) {
      reload.append(
        'This page still shows the old state. ',
        button('Reload it', () => window.location.reload()),
      )
    }
  }

  function drawLink(): void {
    const { pathname, search, hash } = window.location
    const parameters = conditionsToSearch(loadConditions())
    link.setAttribute(
      'href',
      pathname + (search ? search + parameters.replace('?', '&') : parameters) + hash,
    )
  }

  call.select.addEventListener('change', draw)
  const changeFailure = () => {
    const { failures: others, once: names = [] } = loadConditions()
    const name = call.select.value
    const { [name]: _replaced, ...rest } = others
    const { value } = kind.select
    const failure = /^\d+$/.test(value) ? Number(value) : (value as Failure)
    change({
      failures: value === '' ? rest : { ...rest, [name]: failure },
      once: [...names.filter((other) => other !== name), ...(once.checked && value ? [name] : [])],
    })
  }
  kind.select.addEventListener('change', changeFailure)
  once.addEventListener('change', changeFailure)
  latency.addEventListener('change', () => {
    const time = Math.min(Math.max(Number(latency.value) || 0, 0), longestLatency)
    const name = call.select.value
    if (name === 'all') return change({ latency: time })
    change({ latencies: { ...loadConditions().latencies, [name]: time } })
  })
  clock.addEventListener('change', () => {
    // In whole seconds, as in addresses.
    const time = Math.round(((Number(clock.value) || 0) * hour) / second) * second
    void moveClock(Math.min(Math.max(time, -furthestClock), furthestClock))
  })
  currency.select.addEventListener('change', () => {
    const { currency: _replaced, ...rest } = loadConditions()
    const { value } = currency.select
    saveConditions(value === '' ? rest : { ...rest, currency: value as 'USD' | 'INR' })
  })

  const form = element(
    'form',
    {},
    element(
      'p',
      {},
      'What is mailed is in the ',
      element('a', { href: `${import.meta.env.BASE_URL}dev/mailbox/` }, 'mailbox'),
      '.',
    ),
    element(
      'div',
      { class: 'row' },
      ...(['admin', 'member'] as const).map((who) => signInButton(who, report)),
    ),
    element(
      'details',
      {},
      element('summary', {}, 'Start over with a scenario'),
      ...Object.entries(panelScenarios).map(([about, scenarios]) =>
        element(
          'section',
          {},
          element('strong', {}, about),
          element(
            'ul',
            { 'aria-label': about },
            ...scenarios.map(([words, text]) =>
              element('li', {}, element('a', { href: `?mock-scenario=${words}` }, text)),
            ),
          ),
        ),
      ),
    ),
    call.label,
    element('label', {}, 'Latency (ms)', latency),
    kind.label,
    element('label', { class: 'row' }, once, 'Once'),
    element('label', {}, 'Server clock, ahead by (hours)', clock),
    currency.label,
    reload,
    list,
    link,
    button('Reset everything', () => {
      const { scenario } = loadConditions()
      saveConditions({ ...defaultConditions, ...(scenario && { scenario }) })
    }),
    button('Restore the demo data', async () => {
      await resetMockMode()
      window.location.assign(import.meta.env.BASE_URL)
    }),
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  draw()

  problems.forEach(report)
  const panel = element('details', { class: 'mock-panel' }, summary, alert, form)
  panel.open = problems.length > 0
  // The state changes by the panel, by another tab, or by a failure that is used up.
  window.addEventListener(conditionsSaved, draw)
  window.addEventListener('storage', draw)
  // Draws the link again, because the app may have gone to another page.
  panel.addEventListener('toggle', drawLink)
  link.addEventListener('pointerenter', drawLink)
  link.addEventListener('focus', drawLink)
  document.body.append(element('aside', { 'aria-label': 'Mock mode' }, panel))
}

/** @param report shows the reason if signing in fails: somebody changed the password, or removed the person. */
function signInButton(who: Who, report: (text: string) => void): HTMLButtonElement {
  return button(who === 'admin' ? 'Act as the admin' : 'Act as the member', async () => {
    try {
      const session = await withData(async ({ data }) => {
        const created = await sessionOf(data, who)
        renewSessions(data)
        return created
      })
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
      window.location.assign(import.meta.env.BASE_URL)
    } catch (error) {
      report(`The ${who} could not be signed in: ${(error as Error).message}`)
    }
  })
}

function button(text: string, act: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button' }, text)
  created.addEventListener('click', act)
  return created
}

function choice(text: string, values: readonly string[], none = 'nothing') {
  const select = element(
    'select',
    {},
    ...values.map((value) => element('option', { value }, value || none)),
  )
  return { select, label: element('label', {}, text, select) }
}
