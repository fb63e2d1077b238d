import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputClasses } from '../input-classes'

interface FilterFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  'aria-label': string
  onType: (text: string) => void
}

export function FilterField({ onType, ...input }: FilterFieldProps) {
  return (
    <div className="relative min-w-0 flex-1 print:hidden sm:w-52 sm:min-w-28 sm:flex-initial">
      <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3" />
      <input
        {...input}
        type="search"
        placeholder="Filter…"
        onChange={(event) => onType(event.target.value)}
        className={`${inputClasses} ps-9`}
      />
    </div>
  )
}
