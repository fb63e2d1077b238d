import { readFileSync, writeFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { makeCertificates } from '../support/certificates'
import { diagnose } from '../support/doctor'
import { startMailServer } from '../support/mail-server'
import { postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { serverForTest } from '../support/server-process'
import { smtp } from '../support/settings-examples'

test('a mail server with a certificate of a private authority is trusted where Node was told of it at its start', async () => {
  const path = makeCertificates()
  const read = (name: string) => readFileSync(path(name), 'utf8')
  const certificate = { key: read('server.key'), cert: read('server.pem') }
  const mailServer = await startMailServer({ certificate })
  onTestFinished(mailServer.stop)
  const settings = {
    ...smtp,
    SMTP_URL: `smtp://localhost:${mailServer.port}`,
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
  }
  const trusting = { ...settings, NODE_EXTRA_CA_CERTS: path('authority.pem') }
  expect((await diagnose(settings)).mail).toMatchObject({
    result: 'fault',
    todo: expect.stringContaining('name that in NODE_EXTRA_CA_CERTS'),
  })
  const unitFile = path('orglens.env')
  writeFileSync(unitFile, `NODE_EXTRA_CA_CERTS=${path('authority.pem')}\n`)
  // With a file of the unit, the settings must be those of production, unless they say otherwise.
  const development = { ...settings, NODE_ENV: 'development' }
  expect((await diagnose(development, '--env-file', unitFile)).mail?.result).toBe('ok')
  const server = await serverForTest({ ...trusting, DEMO_DATA: 'on' })
  await postTo(server.url, 'forgot-password', { email: 'admin@acme.test' })
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 30_000 })
})
