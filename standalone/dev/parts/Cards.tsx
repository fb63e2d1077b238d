import { Ellipsis, Fingerprint, Smartphone } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Badge } from '../../../src/ui/Badge'
import { Button } from '../../../src/ui/Button'
import { iconButtonClasses } from '../../../src/ui/button-classes'
import { Card, CardHead } from '../../../src/ui/Card'
import { CardFoot } from '../../../src/ui/cards/CardFoot'
import { Fact, Facts } from '../../../src/ui/cards/Facts'
import { Meter } from '../../../src/ui/cards/Meter'
import { Row, Rows } from '../../../src/ui/cards/Row'
import { Section, Sections } from '../../../src/ui/cards/Section'
import { DotText } from '../../../src/ui/DotText'
import { Fields } from '../../../src/ui/forms/Fields'
import { Form } from '../../../src/ui/forms/Form'
import { TextField } from '../../../src/ui/forms/TextField'
import { MenuButton } from '../../../src/ui/menu/MenuButton'
import { Specimen } from './Specimen'

const importMenu = () => import('./RowMenu').then((module) => module.RowMenu)

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

export function Cards() {
  const [isChanged, setChanged] = useState(false)
  return (
    <>
      <Specimen title="Sections, Section; Card with a form and its foot, Rows, danger">
        <Sections>
          <Section title="Name" text="What your team reads in the app, in emails and on receipts.">
            <Card isFlush>
              <Form
                label="Name"
                check={() => ({})}
                busy={false}
                refusal={false}
                action="Save"
                onSubmit={() => Promise.resolve()}
                card={{
                  hint: 'Everyone sees it at once.',
                  isChanged,
                  onDiscard: () => setChanged(false),
                }}
              >
                <Fields>
                  <TextField label="Name" name="name" onInput={() => setChanged(true)} />
                </Fields>
              </Form>
            </Card>
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
                  badge={
                    <Badge tone="neutral" icon={Smartphone}>
                      Synced
                    </Badge>
                  }
                  text="Added on Oct 19, 2026"
                  side="Last used today, 12:15 PM"
                >
                  <MenuButton
                    label="Actions for iCloud Keychain"
                    importMenu={importMenu}
                    menu={(Menu, wiring) => <Menu {...wiring} />}
                    className={iconButtonClasses('row')}
                  >
                    <Ellipsis className="size-4.5" />
                  </MenuButton>
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
      </Specimen>
      <Specimen title="Card with a title; CardHead with tools; Facts, Meters; CardFoot with three buttons">
        <Card title="Profile Information" text="How your team sees you.">
          <Facts>
            <Fact name="Full Name">Priya Sharma</Fact>
            <Fact name="Email">admin@acme.test</Fact>
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
      </Specimen>
    </>
  )
}
