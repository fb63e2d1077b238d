import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/calls'
import { call } from '../../api/call'
import { followingServerText, ifFailed } from '../../api/errors'
import { saveAs } from '../../lib/save-file'
import { showToast } from '../../ui/toasts/toast'
import { buyerQuery, receiptsQuery } from '../queries'

export const downloadPaper = mutationOptions({
  mutationFn: (request: RequestOf<'getPaper'>) => call('getPaper', request),
  onSuccess({ name, pdf }) {
    const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
    saveAs(`${name}.pdf`, new Blob([bytes], { type: 'application/pdf' }))
  },
  onError(error) {
    showToast('error', 'The PDF could not be downloaded.', followingServerText(error))
  },
})

/** Puts today's buyer on a receipt. Busy until the receipt shows it. */
export const billReceipt = mutationOptions({
  mutationFn: (request: RequestOf<'billReceipt'>) => call('billReceipt', request),
  onError(error) {
    const textOf = ifFailed('The receipt stays as it is.', 'the receipt may name your company now.')
    showToast('error', textOf(error), followingServerText(error))
  },
  // A refusal may mean that the cached receipt is stale: it has a number by now, or another buyer.
  onSettled: (_answer, error, _request, _result, { client }) =>
    Promise.all(
      [receiptsQuery, ...(error ? [buyerQuery] : [])].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    ),
})
