import { Ellipsis, PanelLeft, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../src/ui/Button'
import { iconButtonClasses } from '../../../src/ui/button-classes'
import { Checkbox } from '../../../src/ui/forms/Checkbox'
import { PasswordField } from '../../../src/ui/forms/PasswordField'
import { SelectField } from '../../../src/ui/forms/SelectField'
import { FormErrors } from '../../../src/ui/forms/submission'
import { TextField } from '../../../src/ui/forms/TextField'
import { IconButton } from '../../../src/ui/IconButton'
import { MenuButton } from '../../../src/ui/menu/MenuButton'
import { SegmentedToggle } from '../../../src/ui/SegmentedToggle'
import { Tooltip } from '../../../src/ui/Tooltip'
import { Specimen } from './Specimen'

const looks = ['secondary', 'danger', 'danger-line', 'quiet', 'accent', 'warm', 'primary'] as const
const wrong = {
  fields: { wrong: 'Use at least 8 characters. This has 3.' },
  messageId: undefined,
  forget: () => {},
}

const importMenu = () => import('./RowMenu').then((module) => module.RowMenu)

export function Controls() {
  const [interval, setInterval] = useState<'monthly' | 'yearly'>('monthly')
  return (
    <>
      <Specimen title="Button: looks; small; disabled; busy">
        {[{}, { size: 'small' }, { disabled: true }, { busy: true }].map((state) => (
          <div key={JSON.stringify(state)} className="flex flex-wrap gap-2.5">
            {looks.map((look) => (
              <Button key={look} look={look} {...(state as object)}>
                {look}
              </Button>
            ))}
            <Button look="secondary" {...(state as object)}>
              <Plus className="size-4" />
              <span>Add a passkey…</span>
            </Button>
          </div>
        ))}
      </Specimen>
      <Specimen title="IconButton, Tooltip, Menu">
        <div className="flex items-center gap-2.5">
          <IconButton label="Close menu">
            <PanelLeft className="size-4.5" />
          </IconButton>
          <MenuButton
            label="Actions for Priya Sharma"
            importMenu={importMenu}
            menu={(Menu, wiring) => <Menu {...wiring} />}
            className={iconButtonClasses('quiet')}
          >
            <Ellipsis className="size-4.5" />
          </MenuButton>
          <div className="flex gap-1">
            {['Email me this', 'Reload', 'Open in a new tab'].map((name) => (
              <Tooltip key={name} text={name}>
                <IconButton look="quiet" label={name}>
                  <RefreshCw className="size-4.5" />
                </IconButton>
              </Tooltip>
            ))}
          </div>
        </div>
      </Specimen>
      <Specimen title="Fields: filled, with a hint, read-only, wrong, disabled">
        <FormErrors value={wrong}>
          <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
            <TextField label="Full name" name="name" defaultValue="Priya Shah" />
            <PasswordField
              label="New password"
              name="hint"
              autoComplete="new-password"
              hint="At least 8 characters."
            />
            <TextField label="Address" name="address" readOnly value="acme-analytics" />
            <TextField label="New password" name="wrong" defaultValue="abc" />
            <SelectField label="Country" name="country">
              <option>India</option>
            </SelectField>
            <TextField label="Email" name="off" disabled defaultValue="priya@acme.test" />
            <Checkbox label="Keep me logged in" name="keep" defaultChecked />
            <SegmentedToggle
              label="Interval"
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'yearly', label: 'Yearly' },
              ]}
              value={interval}
              onChange={setInterval}
            />
          </div>
        </FormErrors>
      </Specimen>
    </>
  )
}
