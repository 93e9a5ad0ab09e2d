import { clsx } from 'clsx';

/** The logo: the finder pattern of a QR code with a clock at seven in the middle; sharp from 16 px. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className)}>
      <rect x="2" y="2" width="28" height="28" rx="4" fill="none" stroke="currentColor" strokeWidth="4" />
      <rect x="8" y="8" width="16" height="16" rx="1.5" className="fill-brand" />
      <path
        d="M16 10.4V16l-2.4 4.2"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-brand"
      />
      <circle cx="16" cy="16" r="1.8" className="fill-on-brand" />
    </svg>
  );
}

export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5 text-ink', className)}>
      <Mark className="size-7" />
      <span className="font-extrabold text-xl leading-none tracking-tight">{name}</span>
    </span>
  );
}
