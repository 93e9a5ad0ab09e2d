import type { Flag } from '#contract/flags.ts';
import { fullName } from '#domain/names.ts';
import { FlagText } from '#web/entries/flag-text.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

const loadDismissal = async () => (await import('./dismiss-flag-dialog.tsx')).DismissFlagDialog;

const LIST = 'mt-4 divide-y divide-hairline rounded-lg border border-hairline bg-surface';
const ROW = 'flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-6';

/** What was seen in scans that were recorded. Nothing has to be done; an administrator dismisses each with a word. */
export function OpenFlags({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation('flags');
  const dismissal = useLazyDialog(loadDismissal);
  return (
    <section aria-labelledby="flags">
      <h2 id="flags" className="font-semibold text-xl">
        {t('title')}
      </h2>
      <p className="text-ink-muted">{t('text')}</p>
      <ul className={LIST}>
        {flags.map((flag) => (
          <li key={flag.id} className={ROW}>
            <div className="min-w-0 flex-1 basis-56">
              <FlagText flag={flag} person={flag.user} />
              {flag.others.length > 0 && (
                <p className="wrap-anywhere text-ink-muted text-sm">
                  {t('others')}{' '}
                  {flag.others.map((other, index) => (
                    <span key={other.id}>
                      {index > 0 && ', '}
                      <PersonLink id={other.id} name={other} />
                    </span>
                  ))}
                </p>
              )}
            </div>
            <Button
              variant="secondary"
              className="max-sm:w-full"
              aria-label={t('dismiss.named', { name: fullName(flag.user) })}
              onClick={() => dismissal.open({ flag })}
            >
              {t('dismiss.open')}
            </Button>
          </li>
        ))}
      </ul>
      {dismissal.dialog}
    </section>
  );
}

export function DismissedFlags({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation('flags');
  return (
    <section aria-labelledby="dismissed-flags">
      <h2 id="dismissed-flags" className="font-semibold text-xl">
        {t('dismissedTitle')}
      </h2>
      <ul className={LIST}>
        {flags.map((flag) => (
          <li key={flag.id} className={ROW}>
            <FlagText flag={flag} person={flag.user} />
          </li>
        ))}
      </ul>
    </section>
  );
}
