import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app'
import { emptyMemoryData } from '../../server/store/memory'

test('the mailbox is closed if mails are really sent', async () => {
  const data = emptyMemoryData()
  data.mails.push({
    id: 'captured-earlier',
    to: 'ada@example.test',
    subject: 'Set a new password',
    text: 'A secret link',
    html: '',
    createdAt: new Date(),
    turnAt: null,
    nextAttemptAt: null,
    attempts: 0,
    userId: null,
  })
  const services = createMockServices(data)
  const captured = await createApp(services).request('/dev/mailbox.json')
  expect(await captured.text()).toContain('A secret link')

  const app = createApp({ ...services, mail: { captures: false, wake() {} } })
  const response = await app.request('/dev/mailbox.json')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    error: 'There is nothing at this address.',
    message: 'There is nothing at this address.',
  })
})
