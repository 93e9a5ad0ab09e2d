import { clsx } from 'clsx';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Employee } from '#contract/employees.ts';
import { fullName, matchesSearch } from '#domain/names.ts';
import { useFieldWiring } from '#web/ui/field.tsx';
import { CONTROL } from '#web/ui/input.tsx';

type RecipientComboboxProps = {
  people: Employee[];
  /** The id of the chosen person, or nothing. */
  value: string;
  onValueChange: (id: string) => void;
  ref: Ref<HTMLInputElement>;
};

/**
 * One person out of many, found by typing (WAI-ARIA combobox with a list, the first match chosen by Enter or Tab).
 * Stands in a `Field`.
 */
export function RecipientCombobox({ people, value, onValueChange, ref }: RecipientComboboxProps) {
  const { t } = useTranslation('messages');
  const listId = useId();
  const chosen = people.find(({ id }) => id === value);
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = chosen ? fullName(chosen) : typed;
  const found = useMemo(
    // Whoever comes back to somebody chosen wants to see the others too.
    () => (chosen ? people : people.filter((person) => matchesSearch(typed, fullName(person), person.email))),
    [people, chosen, typed],
  );
  const optionId = (index: number) => `${listId}-${index}`;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    // The first Escape closes the list only. The dialog listens on the document, so this has to be asked before.
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
    setActive(found.findIndex(({ id }) => id === value));
    setIsOpen(true);
  };
  const choose = (person: Employee | undefined) => {
    if (!person) return;
    onValueChange(person.id);
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
      // Else it would send the form.
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
        placeholder={t('form.recipientSearch')}
        value={text}
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
        aria-label={t('form.recipient')}
        hidden={!isOpen || found.length === 0}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-md border border-edge bg-surface py-1 shadow-float"
      >
        {isOpen &&
          found.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the text field names it.
            <div
              key={person.id}
              id={optionId(index)}
              role="option"
              aria-selected={person.id === value}
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              className={clsx(
                'flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5',
                index === active && 'bg-sunken',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="wrap-anywhere block font-medium">{fullName(person)}</span>
                <span className="wrap-anywhere block text-ink-muted text-sm">
                  {person.isActive ? person.email : `${person.email} · ${t('common:inactive')}`}
                </span>
              </span>
              {person.id === value && <Check className="size-5 shrink-0" aria-hidden="true" />}
            </div>
          ))}
      </div>
      {isOpen && found.length === 0 && (
        <p
          aria-hidden="true"
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-edge bg-surface px-3 py-3 text-ink-muted shadow-float"
        >
          {t('form.nobodyFound')}
        </p>
      )}
      <span role="status" className="sr-only">
        {isOpen && (found.length === 0 ? t('form.nobodyFound') : t('form.found', { count: found.length }))}
      </span>
    </div>
  );
}
