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
const badges = {
  Active: { tone: 'ok', icon: CircleCheck },
  'Payment overdue': { tone: 'warn', icon: CircleAlert },
  'Payment failed': { tone: 'bad', icon: CircleX },
  Admin: { tone: 'accent', icon: ShieldCheck },
  Paused: { tone: 'neutral', icon: CirclePause },
} as const
const dots = ['ok', 'warn', 'bad', 'accent', 'idle'] as const

export function Words() {
  return (
    <>
      <Specimen title="Badge, Tag, DotText">
        <p className={row}>
          {Object.entries(badges).map(([text, look]) => (
            <Badge key={text} {...look}>
              {text}
            </Badge>
          ))}
          <Tag>You</Tag>
        </p>
        <p className={`${row} text-ink-2`}>
          {dots.map((tone) => (
            <DotText key={tone} tone={tone}>
              {tone}
            </DotText>
          ))}
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
