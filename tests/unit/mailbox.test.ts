import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createMailboxJob } from '../../server/mail/job'
import { mailTo, minute, start } from '../support/outbox'

test('the mailbox is closed if mails are really sent', async () => {
  const data = emptyMemoryData()
  data.mails.push(mailTo('ada@example.test', { text: 'A secret link', nextAttemptAt: null }))
  const services = createMockServices(data)
  const captured = await createApp(services).request('/dev/mailbox.json')
  expect(await captured.text()).toContain('A secret link')

  const app = createApp({ ...services, mail: { captures: false } })
  const response = await app.request('/dev/mailbox.json')
  expect(response.status).toBe(404)
  const said = 'There is nothing at this address.'
  expect(await response.json()).toEqual({ error: said, message: said, code: 'not_found' })
})

test('the mailbox shows what a command left for a server to deliver', async () => {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  data.mails.push(mailTo('ada@example.test'))
  expect(await store.listCapturedMails(10)).toEqual([])
  const now = new Date(start.getTime() + minute)
  for (const task of await createMailboxJob({ store, clock: () => now }).take(10)) await task.run()
  expect((await store.listCapturedMails(10)).map(({ to }) => to)).toEqual(['ada@example.test'])
})
