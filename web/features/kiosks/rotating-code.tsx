import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useNow } from '#web/call/server-clock.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { kioskCodeQuery } from './kiosk-code.ts';

/** The location's code of this half minute, for phones; null while there is no valid one, undefined at the start. */
export function useRotatingCode(): string | null | undefined {
  const { data, isPending } = useQuery(kioskCodeQuery);
  const now = useNow(1000);
  if (isPending) return undefined;
  return data && Date.parse(data.validUntil) > now ? data.code : null;
}

type RotatingCodeProps = { code: string; location: string; label?: string; className?: string };

export function RotatingCode({ code, location, label, className }: RotatingCodeProps) {
  const { t } = useTranslation('kiosk');
  const { viewBox, path } = drawQrCode(code);
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
