import { type Phone, phoneOf } from '../phone'
import { confirmAddress } from './captured-mails'
import type { Admin, Client } from './client'

export interface Secured {
  user: Admin
  phone: Phone
  codes: string[]
  secret: string
}

export const credentials = ({ email, password }: Admin) => ({ email, password })

/** @returns what is done again and again about second factors. */
export function secondFactors(client: Client, now?: () => number) {
  async function secure(user: Admin): Promise<Secured> {
    const { password, access } = user
    const { secret, uri } = await client.succeed('beginTwoFactor', { password }, access)
    const phone = phoneOf(uri, now)
    const answer = await client.succeed('confirmTwoFactor', { code: phone.next() }, access)
    return { user, phone, codes: answer.recovery_codes, secret }
  }

  async function newProven() {
    const admin = await client.newAdmin()
    await client.succeed('mailAddressLink', undefined, admin.access)
    await confirmAddress(client, admin.access, admin.email)
    return admin
  }

  return {
    secure,
    newProven,
    newSecured: async () => await secure(await newProven()),
  }
}
