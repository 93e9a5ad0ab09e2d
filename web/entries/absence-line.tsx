import { useQuery } from '@tanstack/react-query';
import { durationText } from '#domain/apportion.ts';
import { onCallText } from '#domain/on-call.ts';
import { query } from '#web/call/query.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { periodText } from '#web/time/date-text.ts';

/** `part`: milliseconds of one day; `begins` and `place`: of on-call time. */
export type ShownAbsence = {
  code: string;
  startDate: string;
  endDate: string;
  part: number | null;
  begins?: number | null | undefined;
  place?: string | null | undefined;
};

/** Returns how a code is called: "A Annual leave"; the code alone until names are loaded, and where it has none. */
export function useCodeText(): (code: string) => string {
  const { data: codes } = useQuery(query('listAbsenceCodes'));
  return (code) => {
    const name = codes?.find((known) => known.code === code)?.name;
    return name && name !== code ? `${code} ${name}` : code;
  };
}

/** Returns when an absence is, for a part of a day with its length: "6 Jul 2026, 2:30 h"; on-call time with times and place. */
export function useAbsenceDates(): (absence: ShownAbsence) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useCompanyTime();
  return ({ startDate, endDate, part, begins, place }) => {
    const dates = periodText({ start: startDate, end: endDate }, language);
    if (part === null) return dates;
    const isOnCall = begins !== null && begins !== undefined;
    const times = isOnCall
      ? onCallText({ startDate, begins, part }, timeZone)
      : t('hours', { hours: durationText(part) });
    return [dates, times, ...(place ? [place] : [])].join(', ');
  };
}

/** What its person asks to change: to cancel the absence, or to keep only these days. Area `working-time`. */
export function AbsenceChange({ kept }: { kept: { startDate: string; endDate: string } | null }) {
  const { t } = useTranslation('working-time');
  const language = useLanguage();
  return (
    <p className="figures wrap-anywhere">
      {kept
        ? t('absenceChange.shorten', {
            dates: periodText({ start: kept.startDate, end: kept.endDate }, language),
          })
        : t('absenceChange.cancel')}
    </p>
  );
}

export function AbsenceLine({ absence }: { absence: ShownAbsence }) {
  const codeText = useCodeText();
  const dates = useAbsenceDates();
  return (
    <p className="wrap-anywhere">
      <span className="font-semibold">{codeText(absence.code)}</span>
      <span className="figures block">{dates(absence)}</span>
    </p>
  );
}
