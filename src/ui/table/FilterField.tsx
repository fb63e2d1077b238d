import { Search } from 'lucide-react'
import { classNames } from '../class-names'
import { inputClasses } from '../input-classes'

interface FilterFieldProps {
  label: string
  value: string
  onChange: (typed: string) => void
}

/** The field above a table that is typed into to see less of it. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  return (
    <div className="relative min-w-0 flex-1 sm:w-52 sm:flex-none">
      <Search
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3"
        aria-hidden="true"
      />
      <input
        type="search"
        aria-label={label}
        placeholder="Filter…"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputClasses, 'ps-9 sm:pointer-fine:min-h-10')}
      />
    </div>
  )
}
