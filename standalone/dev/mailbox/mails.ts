import * as v from 'valibot'

/** The answer of `/dev/mailbox.json`, newest first. `at` is ISO 8601. */
const mailsSchema = v.array(
  v.object({
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    files: v.array(v.object({ name: v.string(), type: v.string(), text: v.string() })),
    /** The ids of the papers that are attached when a mail is really sent. */
    papers: v.array(v.string()),
    at: v.pipe(v.string(), v.isoTimestamp()),
  }),
)

export type CapturedMail = v.InferOutput<typeof mailsSchema>[number]

/**
 * @returns the captured mails, newest first, and the server's time.
 * @throws Error whose message is for the user to read.
 */
export async function fetchMails(): Promise<{ mails: CapturedMail[]; now: Date }> {
  const response = await fetch('/dev/mailbox.json', { cache: 'no-store' }).catch(() => {
    throw new Error("The server can't be reached. Is it running?")
  })
  if (response.status === 404) {
    throw new Error('This server has no mailbox: it sends its mails for real.')
  }
  if (!response.ok) throw new Error(`The server answered with an error (${response.status}).`)
  const answer: unknown = await response.json().catch(() => null)
  const result = v.safeParse(mailsSchema, answer)
  if (!result.success) throw new Error("The server's answer is not a list of mails.")
  return { mails: result.output, now: new Date(response.headers.get('date') ?? Date.now()) }
}

/** Fetches a paper of a mail. @throws Error whose message is for the user to read. */
export async function fetchPaper(id: string): Promise<{ name: string; pdf: Blob }> {
  const response = await fetch(`/dev/mailbox.json?paper=${encodeURIComponent(id)}`)
  if (!response.ok) throw new Error(`The server answered with an error (${response.status}).`)
  const { name, pdf } = v.parse(
    v.object({ name: v.string(), pdf: v.string() }),
    await response.json(),
  )
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  return { name, pdf: new Blob([bytes], { type: 'application/pdf' }) }
}

/** Identifies a mail across answers: each has its own link in its text. */
export function keyOf({ at, to, subject, text }: CapturedMail): string {
  return JSON.stringify([at, to, subject, text])
}
