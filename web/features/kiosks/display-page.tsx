import type { OwnKiosk } from '#contract/kiosks.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { PairForm } from './pair-form.tsx';
import { RotatingCode, useRotatingCode } from './rotating-code.tsx';
import { useKiosk } from './use-kiosk.ts';

/** A screen without a camera: only the location's code, which changes every half minute. */
export function Component() {
  const { t } = useTranslation(['kiosk', 'common']);
  const { status, kiosk, refusal } = useKiosk();
  if (status === 'starting') {
    return <Spinner size="large" label={t('common:loading')} className="m-auto h-dvh" />;
  }
  if (!kiosk) return <PairForm isRevoked={status === 'revoked'} refusal={refusal} text={t('pair.display')} />;
  return <Display kiosk={kiosk} />;
}

function Display({ kiosk: { location, companyName } }: { kiosk: OwnKiosk }) {
  const { t } = useTranslation('kiosk');
  const code = useRotatingCode();
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center-safe gap-6 p-6 text-center landscape:flex-row landscape:gap-12">
      {code && (
        <RotatingCode
          code={code}
          location={location.name}
          className="size-[min(80vw,60vh)] landscape:size-[min(50vw,85vh)]"
        />
      )}
      <div className="max-w-xl">
        <p className="text-ink-muted text-xl">{companyName}</p>
        <h1 tabIndex={-1} className="wrap-anywhere hyphens-auto font-extrabold text-5xl leading-tight">
          {location.name}
        </h1>
        <div role="status">
          {code !== undefined && (
            <>
              <p className="mt-6 font-bold text-3xl leading-tight">
                {t(code ? 'display.title' : 'display.stale')}
              </p>
              <p className="mt-3 text-2xl">{t(code ? 'display.text' : 'display.staleText')}</p>
            </>
          )}
        </div>
      </div>
    </main>
  );
}
