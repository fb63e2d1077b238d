import { RefreshCw, ShieldAlert } from 'lucide-react'
import { Banner } from '../../../src/ui/Banner'
import { Button } from '../../../src/ui/Button'
import { FormMessage } from '../../../src/ui/forms/FormMessage'
import { showToast } from '../../../src/ui/toasts/toast'
import { Specimen } from './Specimen'

const toasts: Parameters<typeof showToast>[] = [
  ['success', 'Profile updated successfully!'],
  ['success', 'It gets no more copies.', undefined, { label: 'Undo', onPress() {} }],
  ['error', 'Error sending invites.', 'Check your connection.'],
  ['warning', '1 invitation sent, 1 not.', 'It is still in the field.'],
  ['info', 'You are now an admin of Acme Analytics.'],
]

export function Messages() {
  return (
    <>
      <Specimen title="Banner: with two buttons, with one, with none">
        <div className="grid gap-2.5">
          <Banner
            label="Payment"
            fact="The payment of $99 with Visa •••• 0341 failed, and we won’t try again."
            actions={
              <>
                <Button look="warm" size="small">
                  <RefreshCw className="size-4" />
                  <span>Check again</span>
                </Button>
                <Button look="secondary" size="small">
                  Change payment method
                </Button>
              </>
            }
          >
            Your plan ends on December 12.
          </Banner>
          <Banner
            label="Two-factor authentication"
            icon={ShieldAlert}
            fact="You must use two-factor authentication here."
            actions={
              <Button look="secondary" size="small">
                Set up
              </Button>
            }
          >
            Set it up within 5 days.
          </Banner>
          <Banner label="Deletion" fact="Acme Analytics is being deleted." />
        </div>
      </Specimen>
      <Specimen title="FormMessage">
        <FormMessage tone="bad" text="The name was not saved." detail="Please try again." />
        <FormMessage tone="ok" text="Profile updated successfully!" />
      </Specimen>
      <Specimen title="Toast">
        <div className="flex flex-wrap gap-2.5">
          {toasts.map((toast) => (
            <Button key={toast[1]} look="secondary" onClick={() => showToast(...toast)}>
              {toast[1]}
            </Button>
          ))}
        </div>
      </Specimen>
    </>
  )
}
