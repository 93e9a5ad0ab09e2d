import { useRef, useState } from 'react';
import { quantityOf, quantityText, typedQuantity } from '#domain/quantity.ts';
import { WORK_UNITS } from '#domain/work-units.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { isBlank, itemOf, newPosition, QuantityInput } from '#web/work-reports/work-report-fields.tsx';
import type { PersonTexts } from './kiosk-texts.ts';

type ReportScreenProps = {
  texts: PersonTexts;
  name: string | undefined;
  onReport: (item: ReturnType<typeof itemOf>) => void;
  onSkip: () => void;
};

const STEPS = [-10, -1, 1, 10];

/** One position of a work report: unit and quantity, on big keys or typed, and what it was. */
export function ReportScreen({ texts: { t, language }, name, onReport, onSkip }: ReportScreenProps) {
  const [position, setPosition] = useState(newPosition);
  const description = useRef<HTMLTextAreaElement>(null);
  const step = (by: number) => {
    const hundredths = Math.round((quantityOf(position.quantity) + by) * 100);
    const next = typedQuantity(quantityText(Math.max(0, hundredths) / 100, language));
    if (next !== null) setPosition({ ...position, quantity: next });
  };
  return (
    <section aria-labelledby="report" className="m-auto flex w-full max-w-2xl flex-col gap-5">
      <div>
        {name && <p className="font-semibold text-xl">{name}</p>}
        <h2 id="report" className="font-bold text-3xl leading-tight">
          {t('report.title')}
        </h2>
      </div>
      <fieldset>
        <legend className="mb-2 font-medium">{t('report.units')}</legend>
        <div className="flex flex-wrap gap-2">
          {WORK_UNITS.map((units) => (
            <Button
              key={units}
              variant="secondary"
              size="large"
              aria-pressed={position.units === units}
              onClick={() => setPosition({ ...position, units })}
            >
              {t(`common:units.${units}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend id="quantity" className="mb-2 font-medium">
          {t('report.quantity')}
        </legend>
        <div className="flex flex-wrap items-center gap-2">
          {STEPS.map((by, index) => (
            <span key={by} className="contents">
              {index === 2 && (
                <span className="grow basis-40 max-sm:order-first max-sm:basis-full">
                  <QuantityInput
                    aria-labelledby="quantity"
                    value={position.quantity}
                    onChange={(quantity) => setPosition({ ...position, quantity })}
                    onEnter={() => description.current?.focus()}
                    className="min-h-18! text-center font-bold text-4xl!"
                  />
                </span>
              )}
              <Button
                variant="secondary"
                size="large"
                className="figures min-h-18! min-w-0! grow basis-0 px-2! text-2xl! sm:min-w-18! sm:grow-0"
                onClick={() => step(by)}
              >
                {by > 0 ? `+${by}` : `−${-by}`}
              </Button>
            </span>
          ))}
        </div>
      </fieldset>
      <Field label={t('report.description')}>
        <Textarea
          ref={description}
          maxLength={1000}
          value={position.description}
          onChange={({ target }) => setPosition({ ...position, description: target.value })}
          className="text-xl!"
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Button size="large" variant="secondary" className="min-h-18!" onClick={onSkip}>
          {t('report.skip')}
        </Button>
        <Button
          size="large"
          className="min-h-18!"
          disabled={isBlank(position)}
          onClick={() => onReport(itemOf(position))}
        >
          {t('report.send')}
        </Button>
      </div>
    </section>
  );
}
