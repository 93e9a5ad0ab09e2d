import { useSurroundingForm } from '#web/forms/fields.tsx';
import { FieldError } from '#web/ui/field.tsx';

type CheckboxGroupProps = {
  /** Of a list of texts in the form around it. */
  name: string;
  label: string;
  options: { value: string; label: string }[];
  className?: string;
};

/** Checkboxes of which at least one is chosen. */
export function CheckboxGroup({ name, label, options, className }: CheckboxGroupProps) {
  const form = useSurroundingForm<Record<string, string[]>>();
  const error = form.formState.errors[name]?.message;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className={className}>
        {options.map(({ value, label }) => (
          <form.CheckboxField key={value} name={name} label={label} value={value} error={false} />
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
