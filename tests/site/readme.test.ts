import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readServerSettings } from '../../server/node/settings/settings'

const readme = readFileSync('README.md', 'utf8')

test('production starts with the settings in the README, and needs each of them', () => {
  const [, block = ''] = /(NODE_ENV=production[^`]+)npm run serve/.exec(readme) ?? []
  const shown = [...block.matchAll(/([A-Z_]+)=(\S+)/g)]
  const examples: Record<string, string> = {
    APP_URL: 'https://app.example.test',
    ACCESS_TOKEN_SECRET: 'a secret of the deployment, not of ours',
    DATABASE_URL: 'postgresql://user:word@database.example.test/orglens',
    SMTP_URL: 'smtps://user:word@mail.example.test',
    MAIL_FROM: 'mail@example.test',
    RAZORPAY_WEBHOOK_SECRET: 'a secret of the webhook',
  }
  const environment = Object.fromEntries(
    shown.map(([, name = '', value = '']) => [
      name,
      value.includes('…') ? (examples[name] ?? 'given') : value,
    ]),
  )
  expect(readServerSettings(environment)).toMatchObject({ production: true })
  for (const [, name = ''] of shown) {
    if (name === 'NODE_ENV') continue
    expect(() => readServerSettings({ ...environment, [name]: undefined }), name).toThrow()
  }
})
