import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

const TICK =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Cpath d='m4 10.5 4 4 8-9' fill='none' stroke='%23000' stroke-width='3'/%3E%3C/svg%3E\")";

/** A native checkbox with its label; the whole line is the click target. */
export function Checkbox(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      indent="pl-8"
      control={(input) => (
        <span className="relative mt-0.5 grid size-5 shrink-0">
          <input
            {...input}
            type="checkbox"
            className={clsx(
              'peer size-5 appearance-none rounded-sm border border-edge bg-surface transition-colors duration-150',
              'checked:border-primary checked:bg-primary aria-invalid:border-destructive',
              'disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto',
            )}
          />
          <span
            aria-hidden="true"
            style={{ maskImage: TICK }}
            className="pointer-events-none absolute inset-0.5 hidden bg-on-primary peer-checked:block forced-colors:hidden"
          />
        </span>
      )}
    />
  );
}

/** A setting that is on or off, announced as a switch. */
export function Switch(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      indent="pl-14"
      control={(input) => (
        <span className="relative inline-flex shrink-0">
          <input
            {...input}
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox's own state is read as the switch's.
            role="switch"
            className={clsx(
              'peer h-6 w-11 appearance-none rounded-full border border-edge bg-sunken transition-colors duration-150',
              'checked:border-working checked:bg-working aria-invalid:border-destructive',
              'disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto',
            )}
          />
          <span
            aria-hidden="true"
            className={clsx(
              'pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-edge transition-transform duration-150',
              'peer-checked:translate-x-5 peer-checked:bg-on-working forced-colors:hidden',
            )}
          />
        </span>
      )}
    />
  );
}

type ChoiceLayoutProps = ChoiceProps & {
  /** Aligns hint and error with the label's text. */
  indent: string;
  control: (input: ComponentProps<'input'>) => ReactNode;
};

function Choice({ label, hint, error, className, indent, control, ...props }: ChoiceLayoutProps) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={clsx('flex flex-col', className)}>
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-6 has-disabled:cursor-not-allowed has-disabled:text-ink-muted"
      >
        {control({
          ...props,
          id,
          'aria-describedby': described,
          'aria-invalid': error ? true : undefined,
        })}
        <span className="min-w-0">{label}</span>
      </label>
      {hint && (
        <p id={hintId} className={clsx('-mt-2 pb-2 text-ink-muted text-sm', indent)}>
          {hint}
        </p>
      )}
      {error && (
        <div className={clsx('-mt-1 pb-2', indent)}>
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </div>
  );
}
