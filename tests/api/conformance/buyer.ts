import { expect, test } from 'vitest'
import { type Buyer, buyerExample } from '../../../contract/buyer'
import { hour } from '../../../server/lib/time'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo, onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import type { Target } from '../../support/conformance/targets'

const growth = 'plan_growth_monthly_usd'

const abroad: Buyer = {
  ...buyerExample,
  legal_name: 'Müller & Söhne GmbH',
  lines: ['Hauptstraße 1'],
  city: 'Berlin',
  region: '',
  postal_code: '',
  country: 'DE',
  tax_id: '',
  reference: '',
}

/** Whom payments are billed to; `tests/api/buyer.test.ts` has what becomes of mails, and of papers with numbers. */
export default function describeBuyer(client: Client, { clock }: Target): void {
  type Who = Pick<Admin, 'access'>
  const buyerOf = ({ access }: Who) => client.succeed('getBuyer', undefined, access)
  const change = ({ access }: Who, changes: Partial<Buyer> = {}) =>
    client.succeed('changeBuyer', { ...buyerExample, ...changes }, access)
  const copiesOf = async (who: Who) => (await buyerOf(who)).copies
  const addCopy = ({ access }: Who, email: string) => client.succeed('addCopy', { email }, access)
  const removeCopy = ({ access }: Who, email: string) =>
    client.succeed('removeCopy', { email }, access)
  const confirm = (token: string) => client.succeed('confirmCopy', { token })
  const tokenTo = async (email: string) =>
    tokenIn((await mailsTo(client, email))[0], 'confirm-copy')

  test('is empty at first; an admin’s changes are saved as a whole, and are in the audit log', async () => {
    const admin = await client.newAdmin()
    expect(await buyerOf(admin)).toEqual({ billed_to: null, copies: [], tax: 'off' })
    await change(admin)
    expect((await buyerOf(admin)).billed_to).toEqual(buyerExample)
    await change(admin)
    // Special economic zones are of India.
    await client.succeed('changeBuyer', { ...abroad, is_sez: true }, admin.access)
    expect((await buyerOf(admin)).billed_to).toEqual(abroad)
    // It is of no state.
    await change(await client.newAdmin(), { tax_id: '9917SGP29001OST' })
    expect((await buyerOf(admin)).billed_to).toEqual(abroad)
    const told = await client.logOf(admin, { action: 'buyer-changed' })
    expect(told.map(({ details }) => details)).toEqual([
      { company: 'Müller & Söhne GmbH' },
      { company: 'Acme Analytics Private Limited', tax_id: '29AAACA0000A1ZU' },
    ])
  })

  test('texts are tidied: a GSTIN in small letters, a PIN code with a blank, empty lines', async () => {
    const admin = await client.newAdmin()
    const longest = 'Analytics'.repeat(21)
    await change(admin, {
      legal_name: `  Acme\t${longest} `,
      lines: ['', ' 4th  Floor ', ' '],
      postal_code: '560\u200b 025\u200f',
      tax_id: ' 29aaaca 0000a1zu ',
      reference: ' PO\u200b  7 ',
      is_sez: true,
    })
    expect((await buyerOf(admin)).billed_to).toMatchObject({
      legal_name: `Acme ${longest}`,
      lines: ['4th Floor'],
      postal_code: '560025',
      tax_id: '29AAACA0000A1ZU',
      reference: 'PO 7',
      is_sez: true,
    })
  })

  test('is refused at each wrong field', async () => {
    const admin = await client.newAdmin()
    const empty = { legal_name: ' ', lines: [' '], city: '', country: 'XX', region: '' }
    const wrong: [changes: Partial<Buyer>, fields: Record<string, string>][] = [
      [
        empty,
        {
          legal_name: 'Please enter the legal name of your company.',
          lines: 'Please enter the address.',
          city: 'Please enter the city.',
          country: 'Please choose a country.',
        },
      ],
      [{ region: 'toString', tax_id: '' }, { region: 'Please choose a state.' }],
      [{ postal_code: '56002' }, { postal_code: 'A PIN code has six digits.' }],
      [{ postal_code: '056002' }, { postal_code: 'A PIN code has six digits.' }],
      [{ tax_id: '29AAACA0000A1ZV' }, { tax_id: 'This GSTIN has a typing error.' }],
      [
        { ...abroad, tax_id: 'FR12345678901', reference: 'PO\u115f7' },
        {
          tax_id: 'The VAT numbers of this country begin with DE.',
          reference: 'This text has characters that don’t show. Please type it again.',
        },
      ],
      [
        { tax_id: '27AAACA0000A1ZY' },
        { tax_id: 'This GSTIN is of Maharashtra. Your address is in Karnataka.' },
      ],
    ]
    for (const [changes, field_errors] of wrong) {
      const body = { ...buyerExample, ...changes }
      const refused = await client.wholeRefusal('changeBuyer', body, admin.access)
      expect(refused).toMatchObject({ status: 422, field_errors })
    }
    expect((await buyerOf(admin)).billed_to).toBeNull()
  })

  test('an accounting address is asked again on request, and confirmed by either link, even twice', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    const mistyped = await client.wholeRefusal('addCopy', { email: 'accounts' }, admin.access)
    expect(mistyped).toMatchObject({ status: 422, field_errors: { email: expect.any(String) } })
    await addCopy(admin, email)
    expect(await copiesOf(admin)).toEqual([{ email, state: 'waiting' }])
    const asking = await onlyMailTo(client, email)
    expect(asking.text).toContain(`Ada Lovelace of ${admin.organization} asks us`)
    expect(asking.text).toContain('The link can be used for 7 days.')
    await addCopy(admin, email)
    expect(await mailsTo(client, email)).toHaveLength(2)
    const token = tokenIn(asking, 'confirm-copy')
    const confirmed = { organization_name: admin.organization, email }
    for (const _turn of [1, 2]) expect(await confirm(token)).toEqual(confirmed)
    expect(await copiesOf(admin)).toEqual([{ email, state: 'confirmed' }])
    const again = { email: email.toUpperCase() }
    expect((await client.refused('addCopy', again, admin.access)).status).toBe(409)
    const stranger = await client.newAdmin()
    expect((await client.refused('removeCopy', { email }, stranger.access)).status).toBe(404)
    await addCopy(stranger, email)
    await removeCopy(stranger, email)
    expect(await copiesOf(admin)).toEqual([{ email, state: 'confirmed' }])
    await removeCopy(admin, email)
    expect(await copiesOf(admin)).toEqual([])
    expect((await client.logOf(admin)).slice(0, 3)).toMatchObject([
      { action: 'copy-removed', subject: email },
      { action: 'copy-added', subject: email },
      { action: 'signed-up' },
    ])
  })

  test('an admin puts a later buyer on a receipt of their organisation', async () => {
    const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
    const readReceipt = async () =>
      (await client.succeed('getReceipts', undefined, admin.access)).data[0]
    await createBuyer(client, admin.access).subscribe(growth)
    const receipt = await readReceipt()
    expect(receipt?.billed_to).toBeNull()
    const body = { receipt_id: receipt?.receipt_id ?? '' }
    expect(await client.refused('billReceipt', body, admin.access)).toEqual({
      status: 409,
      text: 'Add your company first.',
    })
    await client.succeed('changeBuyer', abroad, stranger.access)
    expect(await client.refused('billReceipt', body, stranger.access)).toEqual({
      status: 404,
      text: 'Your organisation has no such receipt.',
    })
    await change(admin)
    await client.succeed('billReceipt', body, admin.access)
    await client.succeed('billReceipt', body, admin.access)
    expect((await readReceipt())?.billed_to).toEqual(buyerExample)
  })

  test('a link confirms nothing if it is forged, older than seven days, or of a removed address', async () => {
    const admin = await client.newAdmin()
    const [early, late, gone] = [client.newAddress(), client.newAddress(), client.newAddress()]
    for (const email of [early, late, gone]) await addCopy(admin, email)
    const [first, second, third] = await Promise.all([early, late, gone].map(tokenTo))
    await removeCopy(admin, gone)
    const text = 'This link has expired, or the address was removed since.'
    clock.advance(7 * 24 * hour - 60_000)
    await confirm(first ?? '')
    const forged = `${second?.slice(0, -2)}${second?.endsWith('aa') ? 'bb' : 'aa'}`
    for (const token of [forged, 'a~b~c', third]) {
      expect(await client.refused('confirmCopy', { token })).toEqual({ status: 422, text })
    }
    clock.advance(60_000)
    expect(await client.refused('confirmCopy', { token: second })).toEqual({ status: 422, text })
  })

  test('an address that was removed is back as it was for an hour, without a mail, and then asked anew', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    await addCopy(admin, email)
    const former = await tokenTo(email)
    await confirm(former)
    await removeCopy(admin, email)
    await addCopy(admin, email)
    expect(await copiesOf(admin)).toEqual([{ email, state: 'confirmed' }])
    expect(await mailsTo(client, email)).toHaveLength(1)
    expect((await client.actionsOf(admin)).slice(0, 2)).toEqual(['copy-added', 'copy-removed'])
    // Admins are told that it gets copies again.
    expect(await mailsTo(client, admin.email)).toHaveLength(2)
    await removeCopy(admin, email)
    clock.advance(hour)
    const { access } = await client.succeed('login', admin)
    await addCopy({ access }, email)
    expect(await copiesOf({ access })).toEqual([{ email, state: 'waiting' }])
    expect(await mailsTo(client, email)).toHaveLength(2)
    expect((await client.refused('confirmCopy', { token: former })).status).toBe(422)
  })

  test('each admin is told of a new address by mail, the one who added it, too', async () => {
    // Somebody else may use the session.
    const admin = await client.newAdmin()
    const [another, member] = [await joinAsAdmin(client, admin), await joinTeam(client, admin)]
    await addCopy(admin, client.newAddress())
    for (const { email } of [admin, another]) {
      const [mail] = await mailsTo(client, email)
      expect(mail?.subject).toBe(`An accounting address was added to ${admin.organization}`)
      expect(mail?.text).toContain('/dashboard/subscription')
    }
    const subjects = (await mailsTo(client, member.email)).map(({ subject }) => subject)
    expect(subjects.join()).not.toContain('accounting')
  })
}
