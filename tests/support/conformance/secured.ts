import { phoneOf } from '../phone'
import { confirmAddress } from './captured-mails'
import type { Admin, Client } from './client'

export const credentials = ({ email, password }: Admin) => ({ email, password })

export function secondFactors(client: Client, now?: () => number) {
  async function secure(user: Admin) {
    const { password, access } = user
    const { uri } = await client.succeed('beginTwoFactor', { password }, access)
    const phone = phoneOf(uri, now)
    const code = phone.next()
    const { recovery_codes: codes } = await client.succeed('confirmTwoFactor', { code }, access)
    return { user, phone, codes }
  }

  async function newProven() {
    const admin = await client.newAdmin()
    await client.succeed('mailAddressLink', undefined, admin.access)
    await confirmAddress(client, admin.access, admin.email)
    return admin
  }

  return { secure, newProven, newSecured: async () => await secure(await newProven()) }
}
