import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Coffee } from 'lucide-react';
import { useEffect } from 'react';
import type { Board } from '#contract/dashboard.ts';
import { timeIn } from '#domain/dates.ts';
import { followChanges } from '#web/call/live.ts';
import { useIsLive } from '#web/call/live-state.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import { userQuery } from '#web/call/user.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { longDate } from './kiosk-texts.ts';
import { PairForm } from './pair-form.tsx';
import { useKiosk } from './use-kiosk.ts';

/** Asked for every 15 s unless it hears of changes: an older board has missed several answers. */
const STALE_AFTER_MS = 60_000;

/**
 * Who is at work, on a screen in the hall: names or initials, no figures of persons. A paired device shows its own location,
 * other devices those of the administrator or manager who is signed in.
 */
export function Component() {
  const { t } = useTranslation(['kiosk', 'common']);
  const { status, kiosk, refusal } = useKiosk();
  const queryClient = useQueryClient();
  const isStarting = status === 'starting';
  const { data: user, isPending } = useQuery({ ...userQuery, enabled: !isStarting && !kiosk });
  const ofKiosk = useQuery({ ...query('getKioskBoard'), enabled: Boolean(kiosk) });
  const own = useQuery({ ...query('getBoard', { query: {} }), enabled: !kiosk && Boolean(user) });
  const stream = kiosk ? 'watchKioskChanges' : user ? 'watchChanges' : undefined;
  useEffect(() => {
    if (stream) return followChanges(queryClient, stream);
  }, [queryClient, stream]);
  if (isStarting || (!kiosk && isPending)) {
    return <Spinner size="large" label={t('common:loading')} className="m-auto h-dvh" />;
  }
  if (!kiosk && !user)
    return <PairForm isRevoked={status === 'revoked'} refusal={refusal} text={t('board.pair')} />;
  const result = kiosk ? ofKiosk : own;
  return (
    <Loaded
      query={result}
      withAge={false}
      className="m-auto flex min-h-dvh max-w-md flex-col justify-center p-6"
    >
      {(board) => <Wall board={board} updatedAt={result.dataUpdatedAt} />}
    </Loaded>
  );
}

function Wall({ board, updatedAt }: { board: Board; updatedAt: number }) {
  const { t } = useTranslation('kiosk');
  const language = useLanguage();
  const now = useNow(1000);
  const { companyName, timeZone, locations } = board;
  // Only differences of the device's own clock: it may be wrong.
  const isStale = !useIsLive() && Date.now() - updatedAt > STALE_AFTER_MS;
  const most = Math.max(0, ...locations.map(({ people }) => people.length));
  const size = most > 40 ? 'text-xl' : most > 15 ? 'text-2xl' : 'text-3xl lg:text-4xl';
  return (
    <main className="flex min-h-dvh flex-col gap-6 p-4 sm:p-8">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Mark className="size-14 shrink-0" />
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} className="font-bold text-3xl leading-tight sm:text-4xl">
            {t('board.title')}
          </h1>
          <p className="wrap-anywhere text-ink-muted text-xl">{companyName}</p>
        </div>
        <p className="text-right">
          <span className="figures block font-bold text-5xl leading-none sm:text-7xl">
            {timeIn(now, timeZone)}
          </span>
          <span className="text-ink-muted text-lg">{longDate(now, timeZone, language)}</span>
        </p>
        <FullScreenButton />
      </header>
      <p
        role="status"
        className={clsx('font-bold text-2xl', isStale ? 'bg-attention px-4 py-3 text-on-attention' : '-mb-6')}
      >
        {isStale && t('board.stale', { time: timeIn(board.now, timeZone) })}
      </p>
      {locations.length === 0 && <p className="text-2xl">{t('board.noLocations')}</p>}
      <div
        className={clsx(
          'grid flex-1 content-start gap-6',
          locations.length > 1 && 'lg:grid-cols-2',
          locations.length > 4 && '2xl:grid-cols-3',
        )}
      >
        {locations.map(({ id, name, people, notHere }) => (
          <section
            key={id}
            aria-label={name}
            className="min-w-0 rounded-lg border-2 border-ink bg-surface p-4 sm:p-6"
          >
            <h2 className="mb-4 flex items-baseline justify-between gap-4 border-ink border-b-2 pb-2 font-bold text-3xl">
              <span className="wrap-anywhere min-w-0 hyphens-auto">{name}</span>
              <span className={clsx('figures', people.length > 0 ? 'text-working-text' : 'text-ink-muted')}>
                {people.length}
              </span>
            </h2>
            {people.length === 0 && <p className="text-2xl text-ink-muted">{t('board.nobody')}</p>}
            <ul
              className={clsx(
                'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9em),1fr))] gap-x-6 gap-y-2',
                size,
              )}
            >
              {people.map((person, index) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same initials.
                  key={`${person.name} ${index}`}
                  className="wrap-anywhere flex items-center gap-3 font-semibold"
                >
                  <span
                    aria-hidden="true"
                    className={clsx(
                      'size-[0.6em] shrink-0 rounded-full border-2',
                      person.isOnBreak ? 'border-ink border-dashed' : 'border-working bg-working',
                    )}
                  />
                  <span className="min-w-0">{person.name}</span>
                  {person.isOnBreak && (
                    <span className="flex items-center gap-1 font-normal text-[0.6em] text-ink-muted">
                      <Coffee className="size-[1.2em]" aria-hidden="true" />
                      {t('board.break')}
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {notHere > 0 && (
              <p className="figures mt-4 border-hairline border-t pt-3 text-2xl text-ink-muted">
                {t('board.notHere', { number: notHere })}
              </p>
            )}
          </section>
        ))}
      </div>
    </main>
  );
}
