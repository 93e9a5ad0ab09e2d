import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { byName, matchesSearch } from '#domain/names.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type Option = { id: string | undefined; name: string; detail?: string | null };

type AskPickerProps = {
  label: string;
  /** The label of an empty choice. */
  all: string;
  options: Option[] | undefined;
  error: string | undefined;
  /** The id of the chosen one. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
};

/** A searchable select that ignores case and diacritics. */
export function AskPicker({ label, all, options, error, value, onChange }: AskPickerProps) {
  const { t } = useTranslation('ask');
  const order = byName(useLanguage());
  const listId = useId();
  /** The text typed since the list was opened. */
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = search !== undefined;
  const sorted = options?.toSorted(order) ?? [];
  const choices: Option[] = [{ id: undefined, name: all }, ...sorted];
  const shown = search ? sorted.filter(({ name, detail }) => matchesSearch(search, name, detail)) : choices;
  const chosenIndex = Math.max(
    0,
    choices.findIndex(({ id }) => id === value),
  );
  const optionId = (index: number) => `${listId}-${index}`;

  // Handled before the dialog's listener: Escape closes only the list.
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setSearch(undefined);
    };
    addEventListener('keydown', closeOnEscape, { capture: true });
    return () => removeEventListener('keydown', closeOnEscape, { capture: true });
  }, [isOpen]);

  const open = () => {
    if (isOpen) return;
    setSearch('');
    setActive(chosenIndex);
  };
  const close = () => setSearch(undefined);
  const choose = (option: Option) => {
    close();
    if (option.id !== value) onChange(option.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!isOpen) open();
      else if (shown.length > 0) setActive((active + step + shown.length) % shown.length);
    }
    const option = shown[active];
    if (event.key === 'Enter' && isOpen && option) {
      event.preventDefault();
      choose(option);
    }
  };

  return (
    <Field label={label} error={error}>
      <div className="relative">
        <Input
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          disabled={!options}
          className="truncate pr-10"
          placeholder={choices[chosenIndex]?.name}
          value={search ?? choices[chosenIndex]?.name}
          onFocus={(event) => event.target.select()}
          onClick={open}
          onBlur={close}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setSearch(event.target.value);
            setActive(0);
          }}
        />
        <ChevronDown
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-muted"
          aria-hidden="true"
        />
        <div
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-md border border-edge bg-surface shadow-float"
        >
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            className="max-h-64 overflow-y-auto overscroll-contain"
          >
            {isOpen &&
              shown.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, because it keeps the focus.
                <div
                  key={option.id ?? ''}
                  ref={index === active ? bringIntoSight : undefined}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.id === value}
                  // Otherwise the field would lose the focus and the list would close before the click.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  className={clsx(
                    'flex min-h-11 cursor-pointer flex-col justify-center px-3 py-1.5 hover:bg-sunken',
                    index === active && 'bg-sunken',
                    option.id === value && 'font-semibold',
                  )}
                >
                  <span className="wrap-anywhere">{option.name}</span>
                  {option.detail && (
                    <span className="wrap-anywhere font-normal text-ink-muted text-sm">{option.detail}</span>
                  )}
                </div>
              ))}
          </div>
          <p role="status" className="px-3 text-ink-muted not-empty:py-2">
            {isOpen && shown.length === 0 && t('noMatch')}
          </p>
        </div>
      </div>
    </Field>
  );
}

const bringIntoSight = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });
