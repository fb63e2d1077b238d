import { HttpError } from '../api/http-error'
import { PaymentsError } from '../api/payments'

/**
 * Calls the provider on behalf of a request, which fails if the provider does.
 * @param logRefusal logs the provider's answer.
 * @throws HttpError 503 if it can't be reached, 502 if it refuses.
 */
export async function askProvider<Result>(
  ask: () => Promise<Result>,
  logRefusal: (refusal: PaymentsError) => Promise<void> = async () => {},
): Promise<Result> {
  try {
    return await ask()
  } catch (cause) {
    if (!(cause instanceof PaymentsError)) throw cause
    await logRefusal(cause)
    const [status, text] =
      cause.reason === 'unreachable'
        ? ([
            503,
            "The payment provider can't be reached. Nothing was changed. Please try again.",
          ] as const)
        : ([502, 'The payment provider refused. Nothing was changed.'] as const)
    throw new HttpError(status, text, { cause })
  }
}
