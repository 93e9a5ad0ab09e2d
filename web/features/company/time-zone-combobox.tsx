import { useMemo, useState } from 'react';
import { timeIn } from '#domain/dates.ts';
import { matchesSearch } from '#domain/names.ts';
import { utcOffsetIn } from '#domain/time-zones.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';

type TimeZoneComboboxProps = {
  /** Always listed, even if this browser does not know it. */
  saved: string;
  /** IANA name, or empty. */
  value: string;
  onValueChange: (timeZone: string) => void;
};

// Cities are found without the region, and "New York" without the underscore.
const matches = (typed: string, { value, note }: ComboboxOption) =>
  matchesSearch(typed.replaceAll('_', ' '), value.replaceAll('_', ' '), note);

/** All time zones with their current offset and time. Use it inside a `Field`. */
export function TimeZoneCombobox({ saved, ...props }: TimeZoneComboboxProps) {
  const { t } = useTranslation('company');
  const [now] = useState(serverNow);
  const options = useMemo(
    () =>
      [...new Set([saved, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted().map((zone) => ({
        value: zone,
        label: zone,
        note: `UTC${utcOffsetIn(now, zone)} · ${timeIn(now, zone)}`,
      })),
    [saved, now],
  );
  return (
    <Combobox
      {...props}
      label={t('fields.timezone')}
      options={options}
      matches={matches}
      placeholder={t('zones.search')}
      noneFound={t('zones.none')}
      countText={(count) => t('zones.found', { count })}
    />
  );
}
