import * as v from 'valibot'

const mails = v.array(v.object({ to: v.string(), text: v.string() }))

/** @returns the path that the link in the last mail to `address` leads to. */
export async function linkMailedTo(address: string): Promise<string> {
  const response = await fetch('/dev/mailbox.json')
  const mail = v.parse(mails, await response.json()).find(({ to }) => to === address)
  const link = mail?.text.split('\n').find((line) => URL.canParse(line))
  if (!link) throw new Error(`There is no mail with a link to ${address}.`)
  return new URL(link).pathname
}
