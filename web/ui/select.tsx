import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field.tsx';
import { CONTROL } from './input.tsx';

type Option = { value: string | number; label: string; lang?: string };
type Group = { label: string; options: readonly Option[] };

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** Of an option without a value, before the others. */
  emptyLabel?: string;
  options: readonly (Option | Group)[];
};

/** The browser's own select: fast, and familiar on every phone. */
export function Select({ className, emptyLabel, options, ...props }: SelectProps) {
  return (
    <span className={clsx('relative block w-full', className)}>
      <select
        {...props}
        {...useFieldWiring(props)}
        className={clsx(CONTROL, 'min-h-11 appearance-none truncate pr-10')}
      >
        {emptyLabel && <option value="">{emptyLabel}</option>}
        {options.map((one) =>
          'options' in one ? (
            <optgroup key={one.label} label={one.label}>
              {one.options.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(one)
          ),
        )}
      </select>
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-muted"
        aria-hidden="true"
      />
    </span>
  );
}

const optionOf = ({ value, label, lang }: Option) => (
  <option key={value} value={value} lang={lang}>
    {label}
  </option>
);
