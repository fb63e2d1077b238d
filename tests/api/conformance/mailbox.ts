import * as v from 'valibot'
import { expect, test } from 'vitest'
import { capturedMails, listMails, onlyMailTo } from '../../support/conformance/captured-mails'
import type { Client } from '../../support/conformance/client'

/** What the mailbox page gets: mails as they would have been sent (D34). */
export default function describeMailbox(client: Client): void {
  test('the mailbox shows each mail with both parts and its time', async () => {
    const { email } = await client.newAdmin()
    const before = Date.now()
    await client.succeed('forgotPassword', { email })
    const response = await client.send('/dev/mailbox.json')
    expect(v.safeParse(capturedMails, await response.json()).issues).toBeUndefined()
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

  test('the mailbox is read-only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await client.send('/dev/mailbox.json', { method })).status).toBe(404)
    }
  })
}
