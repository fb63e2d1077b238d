import { demoAdmin, demoMember, demoPassword } from '../server/demo'
import { type Failure, faultyNames } from './faults'
import { loadFaults, resetMockMode, saveFaults } from './storage'
import './panel.css'

const failures: Failure[] = [400, 401, 403, 404, 409, 422, 429, 500, 503, 'network', 'not-json']

/** Shows the panel that slows calls down, lets them fail, and goes back to the demo data. */
export function showPanel(): void {
  const faults = loadFaults()
  const [name = 'all', failure = ''] = Object.entries(faults.failures)[0] ?? []

  const latency = element('input', { type: 'number', min: '0', max: '60000', step: '100' })
  latency.value = String(faults.latency)
  const call = choice(faultyNames, name)
  const kind = choice(['', ...failures.map(String)], String(failure))
  const reset = element('button', { type: 'button' }, 'Back to the demo data')

  const form = element(
    'form',
    {},
    element('span', {}, `${demoAdmin.email} or ${demoMember.email}, password ${demoPassword}`),
    element('label', {}, 'Latency of every call (ms)', latency),
    element('label', {}, 'Call', call),
    element('label', {}, 'Fails with', kind),
    reset,
  )
  form.addEventListener('change', () => {
    const value = /^\d+$/.test(kind.value) ? Number(kind.value) : kind.value
    saveFaults({
      latency: Math.min(Math.max(Number(latency.value) || 0, 0), 60_000),
      failures: value === '' ? {} : { [call.value]: value as Failure },
    })
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  reset.addEventListener('click', async () => {
    await resetMockMode()
    window.location.assign(import.meta.env.BASE_URL)
  })

  const panel = element('details', { class: 'mock-panel' })
  panel.append(element('summary', {}, 'Mock mode'), form)
  const aside = element('aside', { 'aria-label': 'Mock mode' }, panel)
  document.body.append(aside)
}

function choice(values: readonly string[], chosen: string): HTMLSelectElement {
  const options = values.map((value) => element('option', { value }, value || 'nothing'))
  const select = element('select', {}, ...options)
  select.value = chosen
  return select
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: Array<string | HTMLElement>
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  created.append(...children)
  return created
}
