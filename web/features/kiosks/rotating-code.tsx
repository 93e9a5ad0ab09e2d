import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useNow } from '#web/call/server-clock.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { kioskCodeQuery } from './kiosk-code.ts';

type RotatingCodeProps = { location: string; label?: string; className?: string };

/** The location's code of this half minute, for phones; nothing, or a sentence, while there is no valid one. */
export function RotatingCode({ location, label, className }: RotatingCodeProps) {
  const { t } = useTranslation('kiosk');
  const { data } = useQuery(kioskCodeQuery);
  const now = useNow(1000);
  if (!data || Date.parse(data.validUntil) <= now) {
    return label ? null : (
      <p role="status" className="max-w-md text-center font-semibold text-2xl">
        {t('display.stale')}
      </p>
    );
  }
  const { viewBox, path } = drawQrCode(data.code);
  return (
    <figure className="flex flex-col items-center gap-1">
      <svg
        role="img"
        aria-label={t('display.label', { location })}
        viewBox={viewBox}
        shapeRendering="crispEdges"
        className={clsx('rounded-md bg-white', className)}
      >
        <path d={path} fill="#000" />
      </svg>
      {label && <figcaption className="text-ink-muted text-sm">{label}</figcaption>}
    </figure>
  );
}
