import type { Page } from '@playwright/test'
import { openForCalls } from './session'

/** An organisation that no other test knows, and its admin. */
export interface NewOrganisation {
  organisation: string
  fullName: string
  email: string
}

/**
 * Registers an organisation and signs its admin in, without the forms and their delays: tests that
 * change a subscription or a profile mustn't share it. On the mock host it lives in this context.
 * @param path the page to open then; absent: none.
 */
export async function openInNewOrganisation(page: Page, path?: string): Promise<NewOrganisation> {
  const suffix = crypto.randomUUID().slice(0, 8)
  const fullName = 'Ada Marlow'
  const email = `ada-${suffix}@fabrikam.test`
  const organisation = `Fabrikam ${suffix}`
  await openForCalls(page)
  await page.evaluate(
    async (account) => {
      const post = async (path: string, body: object) => {
        const answer = await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
        return await answer.json()
      }
      await post('/api/signup/', account)
      const session = await post('/api/login/', account)
      localStorage.setItem('accessToken', session.access)
      localStorage.setItem('refreshToken', session.refresh)
      localStorage.setItem('isOrganizationAdmin', String(session.is_organization_admin))
    },
    { fullname: fullName, email, password: 'a-password-of-mine', organization: organisation },
  )
  if (path !== undefined) await page.goto(path)
  return { organisation, fullName, email }
}
