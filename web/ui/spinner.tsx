import { clsx } from 'clsx';

type SpinnerProps = {
  /** Said by screen readers; leave it out where a text beside the spinner already says it. */
  label?: string;
  size?: 'small' | 'default' | 'large';
  className?: string;
};

const SIZES = { small: 'size-4', default: 'size-5', large: 'size-10' };

/** A turning ring in the colour of the text around it. */
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
