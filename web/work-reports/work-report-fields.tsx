import { clsx } from 'clsx';
import { type KeyboardEvent, useRef } from 'react';
import { quantityOf, quantityText, stepQuantity, typedQuantity } from '#domain/quantity.ts';
import { DEFAULT_WORK_UNIT, isWorkUnit, WORK_UNITS } from '#domain/work-units.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useWorkUnits } from './work-units.ts';

/** One item of a work report as typed in the fields. */
export type Position = { units: string; quantity: string; description: string };

export const newPosition: Position = { units: DEFAULT_WORK_UNIT, quantity: '', description: '' };

/** The item for the request; blank items are not sent. */
export const itemOf = ({ units, quantity, description }: Position) => ({
  units,
  quantity: quantityOf(quantity),
  description: description.trim(),
});
export const isBlank = ({ description }: Position) => description.trim() === '';

type WorkReportFieldsProps = {
  position: Position;
  onChange: (position: Position) => void;
  autoFocus?: boolean;
};

/** Unit, quantity and description; the page needs the area `work-reports`. */
export function WorkReportFields({ position, onChange, autoFocus }: WorkReportFieldsProps) {
  const { t } = useTranslation('work-reports');
  const { unit } = useWorkUnits();
  const description = useRef<HTMLTextAreaElement>(null);
  const { units } = position;
  const change = (part: Partial<Position>) => onChange({ ...position, ...part });
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('units')}>
        <Select
          autoFocus={autoFocus}
          value={units}
          onChange={(event) => change({ units: event.target.value })}
          className="[&_select]:min-h-12"
          options={(isWorkUnit(units) ? WORK_UNITS : [units, ...WORK_UNITS]).map((value) => ({
            value,
            label: unit(value),
          }))}
        />
      </Field>
      <Field label={t('quantity')}>
        <QuantityInput
          value={position.quantity}
          onChange={(quantity) => change({ quantity })}
          onEnter={() => description.current?.focus()}
        />
      </Field>
      <Field label={t('description')} className="col-span-2">
        <Textarea
          ref={description}
          maxLength={1000}
          value={position.description}
          onChange={(event) => change({ description: event.target.value })}
          className="min-h-18!"
        />
      </Field>
    </div>
  );
}

type NotesFieldProps = { value: string; onChange: (notes: string) => void };

export function GeneralNotesField({ value, onChange }: NotesFieldProps) {
  const { t } = useTranslation('work-reports');
  return (
    <Field label={t('generalNotes')} aside={t('common:optional')}>
      <Textarea
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-18!"
      />
    </Field>
  );
}

type QuantityInputProps = {
  value: string;
  onChange: (typed: string) => void;
  onEnter: () => void;
  className?: string;
  'aria-labelledby'?: string;
};

/** A number input would reject the decimal comma in some languages and the point in others. */
export function QuantityInput({ value, onChange, onEnter, className, ...props }: QuantityInputProps) {
  const language = useLanguage();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = stepQuantity(quantityOf(value), event.key === 'ArrowUp' ? 1 : -1);
      const typed = typedQuantity(quantityText(next, language));
      if (typed !== null) onChange(typed);
    } else return;
    event.preventDefault();
  };
  return (
    <Input
      {...props}
      role="spinbutton"
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      aria-valuemin={0}
      aria-valuenow={quantityOf(value)}
      aria-valuetext={value}
      value={value}
      onChange={(event) => {
        const typed = typedQuantity(event.target.value);
        if (typed !== null) onChange(typed);
      }}
      onFocus={(event) => event.target.select()}
      onKeyDown={onKeyDown}
      className={clsx('figures min-h-12!', className)}
    />
  );
}
