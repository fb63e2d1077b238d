import { describe, expect, test } from 'vitest'
import { listMails, mailsTo, onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Client } from '../../support/conformance/client'

/** What the mailbox page gets: mails as they would have been sent (D34). */
export default function describeMailbox(client: Client): void {
  describe('the mailbox', () => {
    test('the mailbox shows each mail with both parts and its time', async () => {
      const { email } = await client.newAdmin()
      const before = Date.now()
      await client.succeed('forgotPassword', { email })
      const mail = await onlyMailTo(client, email)
      // To the letter: the page shows instants, and tests sort by them.
      expect(mail.at).toBe(new Date(mail.at).toISOString())
      expect(Date.parse(mail.at)).toBeGreaterThanOrEqual(before)
      expect(mail.text).toContain('Hello Ada Lovelace,')
      expect(mail.html).toMatch(/^<!doctype html>/)
    })

    test('the mailbox shows the newest mail first', async () => {
      const addresses: string[] = []
      for (let index = 0; index < 3; index += 1) {
        const { email } = await client.newAdmin()
        await client.succeed('forgotPassword', { email })
        addresses.push(email)
      }
      const mails = (await listMails(client)).filter(({ to }) => addresses.includes(to))
      expect(mails.map(({ to }) => to)).toEqual(addresses.toReversed())
      expect(mails.map(({ at }) => at)).toEqual(
        mails
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      )
    })

    test('links in mails have their own line, and nothing splits them', async () => {
      const { email, access } = await client.newAdmin()
      const invited = `${client.unique('invited')}@example.test`
      await client.succeed('inviteTeamMembers', { emails: [invited] }, access)
      await client.succeed('forgotPassword', { email })
      const links = [
        [await onlyMailTo(client, invited), 'invite'],
        [await onlyMailTo(client, email), 'reset-password'],
      ] as const
      for (const [mail, route] of links) {
        const token = tokenIn(mail, route)
        expect(token).toMatch(/^[\w-]{43}$/)
        expect(mail.text.split('\n').filter((line) => line.includes('://'))).toEqual([
          `${client.api.origin}/${route}/${token}`,
        ])
      }
    })

    test('user input in mails is text, never markup', async () => {
      const attack = '<img src=x onerror=alert(1)>'
      const signup = {
        ...client.newSignup(),
        fullname: `${attack} & "Söns"`,
        organization: client.unique(`</title>${attack}`),
      }
      await client.succeed('signup', signup)
      const { email, password } = signup
      const { access } = await client.succeed('login', { email, password })
      const [invited, moved] = [`invited-${email}`, `moved-${email}`]
      await client.succeed('inviteTeamMembers', { emails: [invited] }, access)
      await client.succeed('forgotPassword', { email })
      await client.succeed('updateProfile', { full_name: 'Ada', email: moved }, access)
      const mails = [...(await mailsTo(client, invited)), ...(await mailsTo(client, email))]
      expect(mails).toHaveLength(3)
      for (const { html, text } of mails) {
        expect(html).not.toContain('<img')
        expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söns&quot;')
        expect(text).toContain(`${attack} & "Söns"`)
      }
    })

    test('the mailbox is read-only', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expect((await client.send('/dev/mailbox.json', { method })).status).toBe(404)
      }
    })
  })
}
