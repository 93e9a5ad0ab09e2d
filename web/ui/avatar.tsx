import { clsx } from 'clsx';

type AvatarProps = {
  firstName: string;
  lastName: string;
  size?: 'small' | 'default' | 'large';
  className?: string;
};

const SIZES = { small: 'size-8 text-xs', default: 'size-10 text-sm', large: 'size-14 text-lg' };

/** Initials; decorative, so the full name must be beside it. */
export function Avatar({ firstName, lastName, size = 'default', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-grid shrink-0 select-none place-items-center rounded-md border border-hairline bg-sunken font-semibold text-ink',
        SIZES[size],
        className,
      )}
    >
      {initials(firstName, lastName)}
    </span>
  );
}

function initials(...names: string[]): string {
  return names.map((name) => Array.from(name.trim().normalize('NFC'))[0]?.toLocaleUpperCase() ?? '').join('');
}
