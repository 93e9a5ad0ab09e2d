import { clsx } from 'clsx';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFieldWiring } from './field.tsx';
import { CONTROL } from './input.tsx';

export type ComboboxOption = {
  value: string;
  label: string;
  note: string;
};

type ComboboxProps = {
  /** The label of the list for screen readers. */
  label: string;
  options: readonly ComboboxOption[];
  /** The chosen option, or an empty string. */
  value: string;
  onValueChange: (value: string) => void;
  matches: (typed: string, option: ComboboxOption) => boolean;
  placeholder?: string;
  noneFound: string;
  /** For screen readers. */
  countText: (count: number) => string;
  ref?: Ref<HTMLInputElement>;
};

/** Selects one of many by typing (WAI-ARIA combobox; Enter or Tab takes the first). Use it in a `Field`. */
export function Combobox({
  label,
  options,
  value,
  onValueChange,
  matches,
  placeholder,
  noneFound,
  countText,
  ref,
}: ComboboxProps) {
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useMemo(
    // Shows all options once one is chosen, so that another can be found.
    () => (chosen ? options : options.filter((option) => matches(typed, option))),
    [options, chosen, typed, matches],
  );
  const optionId = (index: number) => `${listId}-${index}`;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    // The first Escape closes only the list. The dialog listens on the document, so this handler has to run first.
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);

  const open = () => {
    if (isOpen) return;
    setActive(found.findIndex((option) => option.value === value));
    setIsOpen(true);
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (!option) return;
    onValueChange(option.value);
    setTyped('');
    setIsOpen(false);
  };
  const type = (query: string) => {
    setTyped(query);
    onValueChange('');
    setActive(query.trim() ? 0 : -1);
    setIsOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const start = active < 0 && step < 0 ? found.length : active;
      if (found.length > 0) setActive((start + step + found.length) % found.length);
    } else if (isOpen && event.key === 'Enter') {
      // Otherwise it would submit the form.
      event.preventDefault();
      choose(found[active]);
    } else if (isOpen && event.key === 'Tab') {
      choose(found[active]);
    }
  };

  return (
    <div className="relative">
      <input
        {...useFieldWiring({})}
        ref={ref}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && found[active] ? optionId(active) : undefined}
        aria-required="true"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        value={chosen?.label ?? typed}
        onChange={(event) => type(event.target.value)}
        onClick={open}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={() => setIsOpen(false)}
        className={clsx(CONTROL, 'min-h-11 pr-10')}
      />
      <ChevronsUpDown
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-muted"
        aria-hidden="true"
      />
      <div
        id={listId}
        ref={list}
        role="listbox"
        aria-label={label}
        hidden={!isOpen || found.length === 0}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-md border border-edge bg-surface py-1 shadow-float"
      >
        {isOpen &&
          found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the text field names it.
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              aria-selected={option.value === value}
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              className={clsx(
                'flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5',
                index === active && 'bg-sunken',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="wrap-anywhere block font-medium">{option.label}</span>
                <span className="wrap-anywhere block text-ink-muted text-sm">{option.note}</span>
              </span>
              {option.value === value && <Check className="size-5 shrink-0" aria-hidden="true" />}
            </div>
          ))}
      </div>
      {isOpen && found.length === 0 && (
        <p
          aria-hidden="true"
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-edge bg-surface px-3 py-3 text-ink-muted shadow-float"
        >
          {noneFound}
        </p>
      )}
      <span role="status" className="sr-only">
        {isOpen && (found.length === 0 ? noneFound : countText(found.length))}
      </span>
    </div>
  );
}
