import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  Fingerprint,
  ShieldCheck,
} from 'lucide-react'
import { Avatar, InvitationAvatar, Tile } from '../../../src/ui/Avatar'
import { Badge, Tag } from '../../../src/ui/Badge'
import { DotText } from '../../../src/ui/DotText'
import { Specimen } from './Specimen'

const row = 'flex flex-wrap items-center gap-3'
const people = [
  'Priya Sharma',
  'Daniel Okafor',
  'Mei Tanaka',
  'Lucas Ferreira',
  'Amara Diallo',
  'Ada',
]

export function Words() {
  return (
    <>
      <Specimen title="Badge, Tag, DotText">
        <p className={row}>
          <Badge tone="ok" icon={CircleCheck}>
            Active
          </Badge>
          <Badge tone="warn" icon={CircleAlert}>
            Payment overdue
          </Badge>
          <Badge tone="bad" icon={CircleX}>
            Payment failed
          </Badge>
          <Badge tone="accent" icon={ShieldCheck}>
            Admin
          </Badge>
          <Badge tone="neutral" icon={CirclePause}>
            Paused
          </Badge>
          <Tag>You</Tag>
        </p>
        <p className={`${row} text-ink-2`}>
          <DotText tone="ok">Confirmed</DotText>
          <DotText tone="warn">Not confirmed yet</DotText>
          <DotText tone="bad">Not delivered</DotText>
          <DotText tone="accent">Invited 3 days ago</DotText>
          <DotText tone="idle">Not sent yet</DotText>
        </p>
      </Specimen>
      <Specimen title="Avatar: hues, sizes, organisation, no name; InvitationAvatar; Tile">
        <div className={row}>
          {people.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Priya Sharma" size={24} />
          <Avatar name="Priya Sharma" size={40} />
          <Avatar name="Acme Analytics" size={34} isOrganisation />
          <Avatar name={undefined} />
          <InvitationAvatar />
          <Tile icon={Fingerprint} />
        </div>
      </Specimen>
    </>
  )
}
