import { MS_PER_HOUR } from '#domain/hours.ts';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Says that an entry exceeds the company's longest shift, which is often a slip. Area `time-entries`. */
export function OverlongNote({ lengthMs }: { lengthMs: number }) {
  const { t } = useTranslation('time-entries');
  const { longestShiftHours } = useUser().company;
  if (lengthMs <= longestShiftHours * MS_PER_HOUR) return null;
  return (
    <Alert tone="attention" role="status">
      {t('fields.overlong', { hours: longestShiftHours })}
    </Alert>
  );
}
