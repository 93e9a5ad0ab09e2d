import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { IconButton } from './button.tsx';
import { Input } from './input.tsx';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'aria-label'> & {
  /** The label; for screen readers only, others see the placeholder. */
  label: string;
  clearLabel: string;
  value: string;
  onValueChange: (value: string) => void;
};

/** Escape and the clear button empty it. */
export function SearchField({
  label,
  clearLabel,
  value,
  onValueChange,
  className,
  ...props
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className={clsx('relative block w-full', className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-muted"
        aria-hidden="true"
      />
      <Input
        enterKeyHint="search"
        autoComplete="off"
        placeholder={label}
        {...props}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onValueChange('');
        }}
        className="pr-12 pl-10 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {value !== '' && (
        <IconButton
          label={clearLabel}
          onClick={() => {
            onValueChange('');
            input.current?.focus();
          }}
          variant="quiet"
          className="absolute inset-y-0 right-0 my-auto"
        >
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}
