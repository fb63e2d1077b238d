import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/calls'
import { call } from '../../api/call'
import { followingServerText } from '../../api/errors'
import { saveAs } from '../../lib/save-file'
import { showToast } from '../../ui/toasts/toast'

/** Saves the PDF of a receipt or of a document about it. */
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
