import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean };

const FieldContext = createContext<Wiring | null>(null);

type Wired = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown };

/** Connects a control to the surrounding `Field`'s label, hint and error; its own props take precedence. */
export function useFieldWiring({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }: Wired) {
  const field = use(FieldContext);
  return {
    id: id ?? field?.id,
    'aria-describedby': describedBy ?? field?.describedBy,
    'aria-invalid': invalid === true || invalid === 'true' || field?.invalid || undefined,
  };
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The validation message; marks the control as invalid. */
  error?: ReactNode;
  /** At the end of the label's line: a note such as "optional", or a link. */
  aside?: ReactNode;
  className?: string;
  /** One control of this folder. */
  children: ReactNode;
};

export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside && <span className="text-ink-muted text-sm">{aside}</span>}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="text-ink-muted text-sm">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The message below a control; `Field` and `Checkbox` render it themselves. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-destructive-text text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
