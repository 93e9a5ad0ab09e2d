import { clsx } from 'clsx';
import {
  type ComponentProps,
  type InputEvent,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FieldError, useFieldWiring } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { TypedFormat } from './typed-format.ts';

export type ValueEvent = { target: { name: string; value: string } };

/** The props of a date or time field: those of an input whose value is `yyyy-MM-dd` or `HH:mm`, or empty. */
export type TypedValueProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'onChange'
> & {
  value: string;
  /** Receives the value as soon as it is complete, and an empty one while it is not. */
  onChange: (event: ValueEvent) => void;
};

type TypedInputProps = TypedValueProps & {
  format: TypedFormat;
  /** The value from which an arrow key starts in an empty field. */
  start: () => string;
  /** What the field asks for when its text is no value. */
  problem: string;
};

/** What was typed, and the values that the field has had meanwhile: the page may take them over later than the next key comes. */
type Draft = { text: string; values: readonly string[] };

/**
 * A text field for a date or a time. Digits get their separators while they are typed; a click selects the day, month,
 * year, hour or minute, which the arrow keys change.
 */
export function TypedInput({
  value,
  onChange,
  onBlur,
  onKeyDown,
  format,
  start,
  problem,
  className,
  ...props
}: TypedInputProps) {
  const problemId = useId();
  const wiring = useFieldWiring(props);
  const [draft, setDraft] = useState<Draft>();
  const [hasLeft, setHasLeft] = useState(false);
  const [selected, setSelected] = useState<{ segment: number }>();
  const input = useRef<HTMLInputElement>(null);
  // A value from elsewhere, the calendar for example, replaces what was typed.
  const typed = draft?.values.includes(value) ? draft.text : undefined;
  const values = typed === undefined || !draft ? [value] : draft.values;
  const text = typed ?? format.show(value);
  const isProblem = hasLeft && typed !== undefined;

  useLayoutEffect(() => {
    if (selected && input.current) selectSegment(input.current, selected.segment);
  }, [selected]);

  const take = (next: string) => {
    if (next !== values.at(-1)) onChange({ target: { name: props.name ?? '', value: next } });
  };
  const type = (event: InputEvent<HTMLInputElement>) => {
    const { value: given, selectionStart } = event.currentTarget;
    const isTyped = !event.nativeEvent.inputType?.startsWith('delete');
    const atEnd = selectionStart === given.length;
    // One key at the end; what is pasted stays as it is.
    const isNextKey = isTyped && atEnd && given.length === text.length + 1;
    const next = isNextKey && !format.read(given) ? format.punctuate(given) : given;
    const read = format.read(next);
    setHasLeft(false);
    setDraft({ text: next, values: [...values, read] });
    take(read);
    if (!isTyped || atEnd) return;
    const segments = segmentsOf(given);
    const full = segments.findIndex(({ end }) => end === selectionStart);
    if (segments[full + 1] && format.isFull(segments[full]?.text ?? '', full))
      setSelected({ segment: full + 1 });
  };
  /** Takes what was typed as it is: an incomplete text stays, with a message. */
  const finish = () => {
    if (typed === undefined) return;
    const read = format.readFinished(typed);
    const isEmpty = typed.trim() === '';
    setHasLeft(!read && !isEmpty);
    setDraft(read || isEmpty ? undefined : { text: typed, values: [read] });
    take(read);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { currentTarget: field, key } = event;
    if (key === 'Enter') finish();
    const segment = segmentAt(text, field.selectionStart ?? 0);
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault();
      if (props.readOnly) return;
      const from = typed === undefined ? value : format.readFinished(typed);
      const next = from ? format.step(from, segment, key === 'ArrowUp' ? 1 : -1) : start();
      setDraft({ text: format.show(next), values: [...values, next] });
      take(next);
      setSelected({ segment });
    }
    const isSelected = field.selectionStart !== field.selectionEnd;
    if (isSelected && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      event.preventDefault();
      setSelected({ segment: segment + (key === 'ArrowLeft' ? -1 : 1) });
    }
  };
  return (
    <div className="min-w-0">
      <Input
        inputMode="numeric"
        autoComplete="off"
        {...props}
        ref={input}
        id={wiring.id}
        aria-invalid={isProblem || wiring['aria-invalid']}
        aria-describedby={
          [wiring['aria-describedby'], isProblem && problemId].filter(Boolean).join(' ') || undefined
        }
        value={text}
        onInput={type}
        onBlur={(event) => {
          finish();
          onBlur?.(event);
        }}
        onKeyDown={handleKey}
        onClick={({ currentTarget: field }) => {
          if (field.selectionStart !== field.selectionEnd || !format.read(text)) return;
          selectSegment(field, segmentAt(text, field.selectionStart ?? 0));
        }}
        className={clsx('figures', className)}
      />
      {isProblem && (
        <div className="mt-1.5">
          <FieldError id={problemId}>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

const segmentsOf = (text: string) =>
  [...text.matchAll(/[\d\p{L}]+/gu)].map(({ 0: part, index }) => ({
    text: part,
    start: index,
    end: index + part.length,
  }));

/** The segment in which the caret is, or which it follows. */
function segmentAt(text: string, caret: number): number {
  const segments = segmentsOf(text);
  const found = segments.findIndex(({ end }) => caret <= end);
  return found < 0 ? Math.max(0, segments.length - 1) : found;
}

function selectSegment(field: HTMLInputElement, segment: number) {
  const segments = segmentsOf(field.value);
  const { start, end } = segments[Math.min(Math.max(segment, 0), segments.length - 1)] ?? {
    start: 0,
    end: 0,
  };
  field.setSelectionRange(start, end);
}
