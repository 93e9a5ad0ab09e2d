import { timeIn } from '#domain/dates.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from './company-time.ts';
import { timeFormat } from './typed-format.ts';
import { TypedInput, type TypedValueProps } from './typed-input.tsx';

/** A time of day of 24 hours; the value is `HH:mm`. Use it inside a `Field`. */
export function TimeInput(props: TypedValueProps) {
  const { t } = useTranslation('dates');
  const { timeZone } = useCompanyTime();
  return (
    <TypedInput
      placeholder="--:--"
      {...props}
      format={timeFormat}
      start={() => timeIn(serverNow(), timeZone)}
      problem={t('noTime', { example: '07:30' })}
    />
  );
}
