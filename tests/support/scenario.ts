import { defaultConditions } from '../../mocks/conditions'
import { answerRequest } from '../../mocks/mock-api'
import { dataOf, parseScenario, sessionOf } from '../../mocks/scenarios'
import { requestTo } from './request-to'

/** Opens a scenario of mock mode, and signs in. @returns its data, and what answers a GET. */
export async function openScenario(scenario: string) {
  const data = await dataOf(parseScenario(scenario))
  const who = scenario.startsWith('member') ? 'member' : 'admin'
  const { accessToken: token } = await sessionOf(data, who)
  const ask = async (path: string) => {
    const conditions = { ...defaultConditions, scenario }
    return await (await answerRequest(data, requestTo(path, { token }), conditions)).json()
  }
  return { data, token, ask }
}
