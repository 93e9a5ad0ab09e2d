/* Apart from the other fields, because the calendar weighs as much as they do together. */
import type { ComponentProps } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { TimeInput } from '#web/time/time-input.tsx';
import { Field } from '#web/ui/field.tsx';

type TypedFieldProps<Values extends FieldValues, Body> = Omit<
  ComponentProps<typeof Field>,
  'aside' | 'children'
> & {
  control: Control<Values, unknown, Body>;
  name: Path<Values>;
  isOptional?: boolean;
  /** After the form has the value. */
  onValueChange?: (value: string) => void;
};

/** A calendar date `yyyy-MM-dd` of the form, or empty. The page needs the area `dates`. */
export const DateField = typedField(DateInput);
/** A time of day `HH:mm` of the form, or empty. The page needs the area `dates`. */
export const TimeField = typedField(TimeInput);

function typedField(Typed: typeof DateInput | typeof TimeInput) {
  return <Values extends FieldValues, Body>({
    control,
    name,
    error,
    isOptional = false,
    onValueChange,
    ...field
  }: TypedFieldProps<Values, Body>) => {
    const { t } = useTranslation();
    const bound = useController({ control, name });
    return (
      <Field {...field} aside={isOptional && t('optional')} error={error ?? bound.fieldState.error?.message}>
        <Typed
          {...bound.field}
          onChange={({ target }) => {
            bound.field.onChange(target.value);
            onValueChange?.(target.value);
          }}
        />
      </Field>
    );
  };
}
