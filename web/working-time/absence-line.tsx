import { useQuery } from '@tanstack/react-query';
import { durationText } from '#domain/apportion.ts';
import { periodText } from '#domain/date-text.ts';
import { absenceCodesQuery } from '#web/api/absences.ts';
import { useLanguage } from '#web/i18n/language.ts';

/** `part`: milliseconds of one day. */
export type ShownAbsence = { code: string; startDate: string; endDate: string; part: number | null };

/** The name of a code of the company; undefined until it is loaded, and for a code that is gone. */
export function useCodeName(code: string): string | undefined {
  const { data: codes } = useQuery(absenceCodesQuery);
  return codes?.find((known) => known.code === code)?.name;
}

/** "A Annual leave" and below it "6 Jul 2026 – 10 Jul 2026", for part of a day with its length. */
export function AbsenceLine({ absence: { code, startDate, endDate, part } }: { absence: ShownAbsence }) {
  const language = useLanguage();
  const name = useCodeName(code);
  return (
    <p className="wrap-anywhere">
      <span className="figures font-semibold">{code}</span> {name}
      <span className="figures block">
        {periodText({ start: startDate, end: endDate }, language)}
        {part !== null && ` · ${durationText(part)}`}
      </span>
    </p>
  );
}
