import { clsx } from 'clsx';

type SpinnerProps = {
  /** Read by screen readers; omit it if a text beside the spinner says the same. */
  label?: string;
  size?: 'small' | 'default' | 'large';
  className?: string;
};

const SIZES = { small: 'size-4', default: 'size-5', large: 'size-10' };

export function Spinner({ label, size = 'default', className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={clsx('inline-flex shrink-0', className)}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
        className={clsx('animate-spin', SIZES[size])}
      >
        <circle cx="12" cy="12" r="9.5" opacity="0.25" />
        <path d="M21.5 12A9.5 9.5 0 0 0 12 2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
