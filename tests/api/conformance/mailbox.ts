import * as v from 'valibot'
import { expect, test } from 'vitest'
import { capturedMails, onlyMailTo } from '../../support/conformance/captured-mails'
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
}
