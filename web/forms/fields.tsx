/* Fields that take their value and their error from the form around them, by name. */
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useFormContext,
} from 'react-hook-form';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { Select } from '#web/ui/select.tsx';

type Bound = {
  name: string;
  /** Shown instead of the form's error. */
  error?: ReactNode;
  rules?: Pick<RegisterOptions, 'deps' | 'onChange' | 'setValueAs' | 'valueAsNumber'>;
};

type BoundFieldProps = Bound &
  Omit<ComponentProps<typeof Field>, 'children'> & { isOptional?: boolean; inputClassName?: string };

function useBinding({ name, error, rules }: Bound) {
  const { register, formState } = useFormContext();
  const found = get<object, FieldError | undefined>(formState.errors, name);
  return { field: register(name, rules), error: error ?? found?.message };
}

/** `className` is the field's; the other props are the control's. */
function boundField<Props extends object>(Control: ComponentType<Props>) {
  return ({
    name,
    label,
    hint,
    aside,
    error,
    rules,
    className,
    inputClassName,
    isOptional = false,
    ...control
  }: BoundFieldProps & Omit<Props, keyof BoundFieldProps>) => {
    const { t } = useTranslation();
    const bound = useBinding({ name, error, rules });
    const props = { ...control, ...bound.field, className: inputClassName };
    return (
      <Field
        label={label}
        hint={hint}
        aside={isOptional ? t('optional') : aside}
        error={bound.error}
        className={className}
      >
        <Control {...(props as unknown as Props)} />
      </Field>
    );
  };
}

function boundChoice(Control: typeof Checkbox) {
  return ({ name, error, rules, ...control }: Bound & Omit<ComponentProps<typeof Checkbox>, keyof Bound>) => {
    const bound = useBinding({ name, error, rules });
    return <Control {...control} {...bound.field} error={bound.error} />;
  };
}

/** Browsers would offer the viewer's own data where another person's is typed. */
const TextInput = (props: ComponentProps<typeof Input>) => <Input autoComplete="off" {...props} />;

type PasswordProps = Omit<ComponentProps<typeof PasswordInput>, 'showLabel' | 'hideLabel'> & {
  showLabel?: string;
  hideLabel?: string;
};

function LabelledPasswordInput(props: PasswordProps) {
  const { t } = useTranslation();
  return <PasswordInput showLabel={t('showPassword')} hideLabel={t('hidePassword')} {...props} />;
}

/** The attributes of a text field for a whole number. */
export const WHOLE_NUMBER = {
  type: 'number',
  inputMode: 'numeric',
  step: 1,
  required: true,
  autoComplete: undefined,
  inputClassName: 'figures',
  rules: { valueAsNumber: true },
} as const;

/** The attributes of a text area for e-mail addresses. */
export const ADDRESSES = {
  inputMode: 'email',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const;

export const BOUND_FIELDS = {
  TextField: boundField(TextInput),
  TextareaField: boundField(Textarea),
  PasswordField: boundField(LabelledPasswordInput),
  SelectField: boundField(Select),
  CheckboxField: boundChoice(Checkbox),
  SwitchField: boundChoice(Switch),
};

/** The fields with the names of one form: `<form.TextField name="email" label={t('email')} />`. */
type FieldsOf<Values extends FieldValues> = {
  [Kind in keyof typeof BOUND_FIELDS]: ComponentType<
    Omit<ComponentProps<(typeof BOUND_FIELDS)[Kind]>, 'name'> & { name: Path<Values> }
  >;
};

export type SchemaForm<Values extends FieldValues, Body = unknown> = UseFormReturn<Values, unknown, Body> &
  FieldsOf<Values>;

/** The form around a component that shows some of its fields; nothing checks that the form has them. */
export function useSurroundingForm<Values extends FieldValues>(): SchemaForm<Values> {
  return { ...useFormContext<Values, unknown, unknown>(), ...BOUND_FIELDS };
}
