import { createColumnHelper } from '@tanstack/react-table'
import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  Ellipsis,
  Fingerprint,
  KeyRound,
  Mails,
  Plus,
  RefreshCw,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  UserMinus,
  Users,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../../../src/ui/Avatar'
import { Badge, Tag } from '../../../src/ui/Badge'
import { Banner } from '../../../src/ui/Banner'
import { Button } from '../../../src/ui/Button'
import { iconButtonClasses } from '../../../src/ui/button-classes'
import { Card, CardHead } from '../../../src/ui/Card'
import { CardFoot } from '../../../src/ui/cards/CardFoot'
import { Fact, Facts } from '../../../src/ui/cards/Facts'
import { Meter } from '../../../src/ui/cards/Meter'
import { Row, Rows } from '../../../src/ui/cards/Row'
import { Section, Sections } from '../../../src/ui/cards/Section'
import { DotText } from '../../../src/ui/DotText'
import { EmptyState } from '../../../src/ui/EmptyState'
import { Checkbox } from '../../../src/ui/forms/Checkbox'
import { Fields } from '../../../src/ui/forms/Fields'
import { Form } from '../../../src/ui/forms/Form'
import { FormMessage } from '../../../src/ui/forms/FormMessage'
import { PasswordField } from '../../../src/ui/forms/PasswordField'
import { SelectField } from '../../../src/ui/forms/SelectField'
import { FormErrors } from '../../../src/ui/forms/submission'
import { TextField } from '../../../src/ui/forms/TextField'
import { IconButton } from '../../../src/ui/IconButton'
import { LoadingText } from '../../../src/ui/LoadingText'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../../../src/ui/menu/Menu'
import { MenuButton } from '../../../src/ui/menu/MenuButton'
import { SegmentedToggle } from '../../../src/ui/SegmentedToggle'
import { Skeleton } from '../../../src/ui/Skeleton'
import { Tile } from '../../../src/ui/Tile'
import { Tooltip } from '../../../src/ui/Tooltip'
import type { Features } from '../../../src/ui/table/columns'
import type { RowLayout } from '../../../src/ui/table/SortableTable'
import { TableCard } from '../../../src/ui/table/TableCard'
import { showToast } from '../../../src/ui/toasts/toast'

const nothing = () => {}
const line = 'flex flex-wrap items-center gap-3'

const looks = ['secondary', 'danger', 'danger-line', 'quiet', 'accent', 'warm', 'primary'] as const
const buttonStates: Partial<ComponentProps<typeof Button>>[] = [
  {},
  { size: 'small' },
  { disabled: true },
  { busy: true },
]

function RowMenu(wiring: MenuWiring) {
  return (
    <Menu {...wiring}>
      <MenuItem>
        <ShieldCheck />
        Make admin
      </MenuItem>
      <MenuItem disabled>
        <KeyRound />
        Reset two-factor authentication…
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger>
        <UserMinus />
        Remove from Acme Analytics…
      </MenuItem>
    </Menu>
  )
}
const importMenu = () => Promise.resolve(RowMenu)

const rowMenu = (look: 'quiet' | 'row') => (
  <MenuButton
    label="Actions for Priya Sharma"
    importMenu={importMenu}
    menu={(Content, wiring) => <Content {...wiring} />}
    className={iconButtonClasses(look)}
  >
    <Ellipsis className="size-4.5" />
  </MenuButton>
)

const badges = {
  Active: { tone: 'ok', icon: CircleCheck },
  'Payment overdue': { tone: 'warn', icon: CircleAlert },
  'Payment failed': { tone: 'bad', icon: CircleX },
  Admin: { tone: 'accent', icon: ShieldCheck },
  Paused: { tone: 'neutral', icon: CirclePause },
} as const

const avatars: ComponentProps<typeof Avatar>[] = [
  ...['Priya Sharma', 'Daniel Okafor', 'Mei Tanaka', 'Lucas Ferreira', 'Amara Diallo', 'Ada'].map(
    (name) => ({ name }),
  ),
  { name: 'Priya Sharma', size: 24 },
  { name: 'Priya Sharma', size: 40 },
  { name: 'Acme Analytics', size: 34, isOrganisation: true },
  { name: undefined },
]

const form = (isChanged: boolean) => (
  <Card key={String(isChanged)} isFlush>
    <Form
      label="Name"
      check={() => ({})}
      busy={false}
      refusal={false}
      action="Save"
      onSubmit={() => Promise.resolve()}
      card={{ hint: 'Everyone sees it at once.', isChanged, onDiscard: nothing }}
    >
      <Fields>
        <TextField label="Name" name="name" />
      </Fields>
    </Form>
  </Card>
)

const facts: [name: string, value: string, note?: string][] = [
  ['Next charge', 'Dec 28, 2026', 'In 30 days'],
  ['Amount', '$99.00', 'Every month'],
  ['Card', 'Visa •••• 4242'],
]
const meters: ComponentProps<typeof Meter>[] = [
  { name: 'Seats', used: 8, limit: 50, held: 2 },
  { name: 'Near its end', used: 8, limit: 10, held: 1 },
  { name: 'A small limit', used: 3, limit: 3 },
  { name: 'Nothing used', used: 0, limit: 10 },
  { name: 'Team members', used: 8, limit: null },
]

const toasts: Parameters<typeof showToast>[] = [
  ['success', 'Profile updated successfully!'],
  ['success', 'It gets no more copies.', undefined, { label: 'Undo', onPress: nothing }],
  ['error', 'Error sending invites.', 'Check your connection.'],
  ['warning', '1 invitation sent, 1 not.', 'It is still in the field.'],
  ['info', 'You are now an admin of Acme Analytics.'],
]

const plans = [
  { name: 'Growth', from: 'Nov 28, 2026' },
  { name: 'Starter', from: 'Oct 28, 2026' },
]
type Plan = (typeof plans)[number]
const { accessor, columns } = createColumnHelper<Features, Plan>()
const planColumns = columns([
  accessor('name', { id: 'name', header: 'Plan Name' }),
  accessor('from', { id: 'from', header: 'Start Date' }),
])
const tables: { title: string; data?: Plan[]; layout?: RowLayout }[] = [
  { title: 'Subscription Activity', data: plans },
  {
    title: 'Team',
    data: plans,
    layout: { row: 'max-sm:grid-cols-2 max-sm:py-3', cell: 'sm:h-13' },
  },
  { title: 'Sessions' },
  { title: 'Receipts', data: [] },
  { title: 'Reports' },
]
const empty = { icon: Mails, title: 'No reports yet' }

/** Each part in its states, by its title. */
export const specimens: Readonly<Record<string, ReactNode>> = {
  'Button: looks; small; disabled; busy': buttonStates.map((state) => (
    <div key={JSON.stringify(state)} className="flex flex-wrap gap-2.5">
      {looks.map((look) => (
        <Button key={look} look={look} {...state}>
          {look}
        </Button>
      ))}
      <Button look="secondary" {...state}>
        <Plus className="size-4" />
        <span>Add a passkey…</span>
      </Button>
    </div>
  )),
  'IconButton, Tooltip, Menu': (
    <div className="flex items-center gap-2.5">
      <IconButton label="Reload">
        <RefreshCw className="size-4.5" />
      </IconButton>
      <IconButton label="Reload" busy>
        {null}
      </IconButton>
      {rowMenu('quiet')}
      {['Email me this', 'Open in a new tab'].map((name) => (
        <Tooltip key={name} text={name}>
          <IconButton look="quiet" label={name}>
            <RefreshCw className="size-4.5" />
          </IconButton>
        </Tooltip>
      ))}
    </div>
  ),
  'Fields: filled, with a hint, read-only, wrong, disabled': (
    <FormErrors
      value={{ fields: { wrong: 'Use at least 8 characters. This has 3.' }, forget: nothing }}
    >
      <Fields>
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
          options={['Monthly', 'Yearly'].map((label) => ({ value: label, label }))}
          value="Monthly"
          onChange={nothing}
        />
      </Fields>
    </FormErrors>
  ),
  'Badge, Tag, DotText': (
    <p className={`${line} text-ink-2`}>
      {Object.entries(badges).map(([text, look]) => (
        <Badge key={text} {...look}>
          {text}
        </Badge>
      ))}
      <Tag>You</Tag>
      {(['ok', 'warn', 'bad', 'accent', 'idle'] as const).map((tone) => (
        <DotText key={tone} tone={tone}>
          {tone}
        </DotText>
      ))}
    </p>
  ),
  'Avatar: hues, sizes, organisation, no name; Tile': (
    <div className={line}>
      {avatars.map((avatar) => (
        <Avatar key={JSON.stringify(avatar)} {...avatar} />
      ))}
      <Tile icon={Fingerprint} />
    </div>
  ),
  'Sections, Section; Card with a form and its foot, Rows, danger': (
    <Sections>
      <Section title="Name" text="What your team reads in the app, in emails and on receipts.">
        <div className="grid gap-4">{[false, true].map(form)}</div>
      </Section>
      <Section
        title="Two-factor authentication"
        text="Signing in also asks for a code from your phone, so a stolen password isn’t enough."
        more="Acme Analytics requires it of admins."
      >
        <Card isFlush>
          <Rows>
            <Row
              icon={Smartphone}
              title="Authenticator app"
              text={<DotText tone="ok">On since Nov 3, 2026</DotText>}
            >
              <Button look="danger" className="-me-4">
                Switch off…
              </Button>
            </Row>
            <Row
              icon={Fingerprint}
              title="iCloud Keychain"
              badge={<Tag>Synced</Tag>}
              text="Added on Oct 19, 2026"
              side="Last used today, 12:15 PM"
            >
              {rowMenu('row')}
            </Row>
          </Rows>
          <CardFoot hint="2 of 10 passkeys">
            <Button look="secondary">Add a passkey…</Button>
          </CardFoot>
        </Card>
      </Section>
      <Section title="Delete" text="Seven days from now.">
        <Card isDanger>
          <Button look="danger-line">Delete…</Button>
        </Card>
      </Section>
    </Sections>
  ),
  'Card; CardHead with tools; Facts, Meters; CardFoot with three buttons': (
    <>
      <Card>
        <Facts>
          <Fact name="Full Name">Priya Sharma</Fact>
          <Fact name="Contact Number">{undefined}</Fact>
        </Facts>
      </Card>
      <Card isFlush>
        <CardHead
          title="Growth"
          text="For organisations that decide with data"
          tools={<Button look="secondary">Download CSV</Button>}
        />
        <div className="grid gap-6 border-t border-line p-4 sm:p-6">
          <Facts phoneColumns={2}>
            {facts.map(([name, value, note]) => (
              <Fact key={name} name={name} note={note} isLarge>
                {value}
              </Fact>
            ))}
          </Facts>
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-3">
            {meters.map((meter) => (
              <Meter key={meter.name} {...meter} />
            ))}
          </div>
        </div>
        <CardFoot hint="Renews by itself every month.">
          <Button look="secondary">Stop renewing</Button>
          <Button look="danger">Cancel</Button>
          <Button>Upgrade Now</Button>
        </CardFoot>
      </Card>
    </>
  ),
  'Banner: with two buttons, with none': (
    <div className="grid gap-2.5">
      <Banner
        label="Payment"
        fact="The payment of $99 with Visa •••• 0341 failed, and we won’t try again."
        actions={
          <>
            <Button look="warm" size="small">
              Check again
            </Button>
            <Button look="secondary" size="small">
              Change payment method
            </Button>
          </>
        }
      >
        Your plan ends on December 12.
      </Banner>
      <Banner label="Deletion" icon={ShieldAlert} fact="Acme Analytics is being deleted." />
    </div>
  ),
  FormMessage: (['bad', 'warn', 'ok'] as const).map((tone) => (
    <FormMessage key={tone} tone={tone} text="The name was not saved." detail="Please try again." />
  )),
  Toast: (
    <div className="flex flex-wrap gap-2.5">
      {toasts.map((toast) => (
        <Button key={toast[1]} look="secondary" onClick={() => showToast(...toast)}>
          {toast[1]}
        </Button>
      ))}
    </div>
  ),
  'TableCard: rows of 44 in a scroller; of 52, on phones a list; loading; empty; failed':
    tables.map(({ title, data, layout }) => (
      <TableCard
        key={title}
        title={title}
        text="Every plan your organisation has had."
        query={{ data, isPending: title === 'Sessions', retry: () => Promise.resolve() }}
        failure="The plans could not be loaded"
        empty={empty}
        columns={planColumns}
        csv={null}
        rowId={({ name }) => name}
        sort={{ sort: 'name' }}
        onSortChange={nothing}
        layout={layout}
      />
    )),
  'EmptyState: large, with a button; one line': (
    <>
      <Card isFlush>
        <EmptyState
          icon={Users}
          width={240}
          title="It’s just you so far"
          text="Invite people by email. They join as members and see your dashboard."
          action={<Button>Invite your team</Button>}
        />
      </Card>
      <Card isFlush>
        <EmptyState {...empty} isLine text="They will be listed here." />
      </Card>
    </>
  ),
  'LoadingText, Skeleton': (
    <>
      <LoadingText>Loading Dashboard...</LoadingText>
      <Skeleton className="h-5 w-31" />
    </>
  ),
}
