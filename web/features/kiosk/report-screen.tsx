import { useState } from 'react';
import { WORK_UNITS } from '#domain/work-units.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { isBlank, itemOf, newPosition } from '#web/work-reports/work-report-fields.tsx';
import type { PersonTexts } from './kiosk-texts.ts';

type ReportScreenProps = {
  texts: PersonTexts;
  name: string | undefined;
  onReport: (item: ReturnType<typeof itemOf>) => void;
  onSkip: () => void;
};

const STEPS = [-10, -1, 1, 10];
const MAX_QUANTITY = 99_999;

/** One position of a work report: unit and quantity on big keys, and what it was. */
export function ReportScreen({ texts: { t }, name, onReport, onSkip }: ReportScreenProps) {
  const [position, setPosition] = useState(newPosition);
  const quantity = Number(position.quantity);
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
        <legend className="mb-2 font-medium">{t('report.quantity')}</legend>
        <div className="flex items-center gap-2">
          {STEPS.map((step, index) => (
            <span key={step} className="contents">
              {index === 2 && (
                <output className="figures min-w-20 grow text-center font-bold text-4xl">{quantity}</output>
              )}
              <Button
                variant="secondary"
                size="large"
                className="min-h-18! min-w-16! figures text-2xl!"
                onClick={() =>
                  setPosition({
                    ...position,
                    quantity: String(Math.min(MAX_QUANTITY, Math.max(0, quantity + step))),
                  })
                }
              >
                {step > 0 ? `+${step}` : `−${-step}`}
              </Button>
            </span>
          ))}
        </div>
      </fieldset>
      <Field label={t('report.description')}>
        <Textarea
          rows={2}
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
