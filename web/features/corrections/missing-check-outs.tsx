import { useState } from 'react';
import type { Attention } from '#contract/corrections.ts';
import { fullName } from '#domain/names.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { EntryDialog } from '#web/entries/entry-dialog.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ageText } from '#web/time/age.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';

const REDRAW_MS = 60_000;

type MissingEntry = Attention['missingCheckOuts'][number];

/** Entries open for longer than the longest shift: the employee or an administrator says when they ended. */
export function MissingCheckOuts({ entries }: { entries: readonly MissingEntry[] }) {
  const { t } = useTranslation('corrections');
  const { longestShiftHours } = useUser().company;
  const { timeZone, formatDateTime, language, today } = useCompanyTime();
  const now = useNow(REDRAW_MS);
  const [edited, setEdited] = useState<MissingEntry>();
  return (
    <section aria-labelledby="missing-check-outs">
      <h2 id="missing-check-outs" className="font-semibold text-xl">
        {t('missing.title')}
      </h2>
      <p className="text-ink-muted">{t('missing.text', { count: longestShiftHours })}</p>
      <ul className="mt-4 divide-y divide-hairline rounded-lg border border-hairline bg-surface">
        {entries.map((entry) => {
          const name = fullName(entry.user);
          return (
            <li key={entry.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-6">
              <div className="min-w-0 flex-1 basis-56">
                <h3 className="font-semibold">
                  <PersonLink id={entry.userId} name={entry.user} />
                </h3>
                <p className="text-ink-muted">
                  {entry.location.name} ·{' '}
                  <span className="figures">
                    {t('missing.since', { time: formatDateTime(entry.checkIn) })}
                  </span>{' '}
                  ({ageText(entry.checkIn, now, timeZone, language)})
                </p>
              </div>
              <Button
                variant="secondary"
                className="max-sm:w-full"
                aria-label={t('missing.setEndNamed', { name })}
                onClick={() => setEdited(entry)}
              >
                {t('missing.setEnd')}
              </Button>
            </li>
          );
        })}
      </ul>
      {edited && <EntryDialog entry={edited} date={today()} onClose={() => setEdited(undefined)} />}
    </section>
  );
}
